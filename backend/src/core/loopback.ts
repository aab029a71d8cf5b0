const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if this is a name of this machine for itself. */
export function isLoopbackName(name: string): boolean {
  return NAMES.has(name);
}

/** True unless an origin names this machine. */
export function isPublicOrigin(origin: string): boolean {
  return !isLoopbackName(new URL(origin).hostname);
}
