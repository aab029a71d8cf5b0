/** The code that Node or a driver gives an error, such as `ENOENT` or `SQLITE_BUSY`; null when there is none. */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}
