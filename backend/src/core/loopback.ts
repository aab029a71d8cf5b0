const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopbackName(name: string): boolean {
  return NAMES.has(name);
}

export function isPublicOrigin(origin: string): boolean {
  return !isLoopbackName(new URL(origin).hostname);
}
