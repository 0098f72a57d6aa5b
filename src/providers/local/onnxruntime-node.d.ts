/**
 * The runtime's last version without an install script carries no types of its own; they are those of
 * onnxruntime-common.
 */
declare module 'onnxruntime-node' {
  export * from 'onnxruntime-common';
}
