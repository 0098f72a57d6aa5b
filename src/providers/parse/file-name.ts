/** The name of the file at the end of an address, for formats in which nothing else names the document. */
export function fileName(url: string): string {
  const name = url.split(/[?#]/)[0]!.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
