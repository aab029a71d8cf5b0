import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { CLIENTS_PER_PREFIX } from './rate-limits.js';

/** Whom a limit is for: a network that one person may have all of, and the larger one that it is in. */
export interface Client {
  /** An IPv4 address, or a /64 of IPv6: within it, an address costs nothing. */
  readonly network: string;
  /** A /48 of IPv6, which one customer may have; null for IPv4. */
  readonly prefix: string | null;
}

/** Azure's gateways append the port to the address; an IPv6 address then has brackets. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** NAT64 (RFC 6052), by which clients with IPv6 only reach a server with IPv4 only: its last 32 bits are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Returns the client of a request: the proxy itself if the proxy names no IP address. */
export function clientOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): Client {
  const address = addressOf(ip) ?? addressOf(socket.remoteAddress ?? '');
  if (address === null) return { network: '', prefix: null };
  if (typeof address === 'string') return { network: address, prefix: null };
  const groups = address.parts.map((part) => part.toString(16));
  return {
    network: `${groups.slice(0, 4).join(':')}::/64`,
    prefix: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

/** Returns an IPv4 address as text, an IPv6 address as its groups, and null for anything else. */
export function addressOf(text: string): string | ipaddr.IPv6 | null {
  if (isIPv4(text)) return text;
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  const bare = ipv4 ?? ipv6 ?? text;
  // ipaddr.js reads more than addresses, such as 127.1 and 0x7f000001.
  if (isIP(bare) === 0) return null;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (!address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(-4)).toString();
}

/**
 * How much may be had, by the networks that a client is in, of what one client may have `limit` of. The smaller network
 * comes first: what it asks for in vain takes nothing from its neighbours.
 */
export function allowancesOf(
  { network, prefix }: Client,
  limit: number,
): (readonly [network: string, limit: number])[] {
  const own = [network, limit] as const;
  return prefix === null ? [own] : [own, [prefix, CLIENTS_PER_PREFIX * limit]];
}
