import { decoded } from '../core/endpoint.js';

/**
 * Returns the canonical form of a path; null if no screen matches. Ignores trailing slashes and, except in parameters,
 * case and percent-encoding.
 * @param paths of the screens, with parameters such as `:wallet`
 */
export function canonicalPath(paths: readonly string[], pathname: string): string | null {
  const given = segmentsOf(pathname);
  for (const path of paths) {
    const segments = segmentsOf(path);
    const isSame = segments.every((segment, index) => {
      const value = given[index] ?? '';
      return isParameter(segment)
        ? value !== ''
        : (decoded(value) ?? value).toLowerCase() === segment;
    });
    if (!isSame || segments.length !== given.length) continue;
    return `/${segments.map((segment, index) => (isParameter(segment) ? given[index] : segment)).join('/')}`;
  }
  return null;
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  while (segments.at(-1) === '') segments.pop();
  return segments;
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':');
}
