/**
 * NUL and halves of surrogate pairs cannot be stored as JSON; they become the sign for what cannot be read, which is as
 * long.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g, (escaped, unreadable) =>
    unreadable ? '\ufffd' : escaped,
  );
