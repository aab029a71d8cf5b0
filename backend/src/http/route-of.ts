import type { FastifyRequest } from 'fastify';

/**
 * The pattern of the route that a request reached, such as `/api/leaderboard`: never its address, which may name a
 * wallet. All built files count as one route, and so do all requests that no route takes.
 */
export function routeOf({ routeOptions }: FastifyRequest): string {
  const pattern = routeOptions.url ?? 'none';
  return pattern.startsWith('/assets/') ? '/assets/*' : pattern;
}
