import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { CLIENTS_PER_SITE } from './rate-limits.js';

/** Whom a limit is for: a network that one person may have all of, and the larger one that it is in. */
export interface Client {
  /** An IPv4 address, or a /64 of IPv6: within it, an address costs nothing. */
  readonly network: string;
  /** A /48 of IPv6, which one customer may have; null for IPv4. */
  readonly site: string | null;
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Who sent a request. What a trusted proxy passes on that is no address is not a new client: then the proxy is. */
export function clientOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): Client {
  const isAddress = isIPv4(ip) || isIPv6(ip);
  const address = isAddress ? ip : (socket.remoteAddress ?? '');
  const inside = IPV4_IN_IPV6.exec(address)?.[1];
  if (inside !== undefined || !isIPv6(address)) return { network: inside ?? address, site: null };
  const groups = groupsOf(address);
  return {
    network: `${groups.slice(0, 4).join(':')}::/64`,
    site: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

/**
 * How much may be had, by the networks that a client is in, of what one client may have `limit` of. The smaller network
 * comes first: what it asks for in vain takes nothing from its neighbours.
 */
export function allowancesOf(
  { network, site }: Client,
  limit: number,
): (readonly [network: string, limit: number])[] {
  const own = [network, limit] as const;
  return site === null ? [own] : [own, [site, CLIENTS_PER_SITE * limit]];
}

/** The first groups of an IPv6 address, of which `::` may have left some out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':');
  const after = tail?.split(':') ?? [];
  const missing = new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const all = [...before, ...missing, ...after];
  return all.map((group) => Number.parseInt(`0${group}`, 16).toString(16));
}
