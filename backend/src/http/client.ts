import { isIP, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The unit of limits: the network of an IP address, or a signed-in wallet (see {@link signerAt}). */
export interface Client {
  /** Key of an IPv4 address, of a /64 of IPv6, or of a wallet. */
  readonly network: string;
  /**
   * Key of a group of clients with a common limit: a /48 of IPv6, or the signed-in wallets at an IPv4 address or in a
   * /48.
   */
  readonly prefix: string | null;
}

export type ClientRequest = Pick<FastifyRequest, 'ip' | 'socket'>;

/**
 * Matches an IPv4 address with a port (Azure's gateways append one), and an address in brackets, with or without a
 * port.
 */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** The well-known prefix of NAT64 (RFC 6052). The last 32 bits of an address are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Replaces each empty entry of X-Forwarded-For with `unknown`. Fastify skips empty entries: if the proxy leaves its
 * entry empty, Fastify would trust the entry before, which the visitor may have sent.
 */
export function keepEmptyEntries(instance: FastifyInstance): void {
  instance.addHook('onRequest', ({ headers }, _reply, done) => {
    const { 'x-forwarded-for': list } = headers;
    if (typeof list === 'string') {
      const entries = list.split(',').map((entry) => entry.trim() || 'unknown');
      headers['x-forwarded-for'] = entries.join(', ');
    }
    done();
  });
}

/** Returns the client of a request. If the proxy sends no valid IP address, the client is the proxy. */
export function clientOf({ ip, socket }: ClientRequest): Client {
  const address = addressOf(ip) ?? addressOf(socket.remoteAddress ?? '');
  if (address === null) return { network: '', prefix: null };
  if (typeof address === 'string') return { network: address, prefix: null };
  const groups = address.parts.map((part) => part.toString(16));
  return {
    network: `${groups.slice(0, 4).join(':')}::/64`,
    prefix: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

export function signerAt({ network, prefix }: Client, wallet: string): Client {
  return { network: `wallet ${wallet}`, prefix: `wallets at ${prefix ?? network}` };
}

/**
 * Parses an IP address, which may have brackets and a port. Returns an IPv4 address as text, also one that is mapped to
 * IPv6 or translated by NAT64; null if the text is no address.
 */
export function addressOf(text: string): string | ipaddr.IPv6 | null {
  // A copy, since a part of X-Forwarded-For would keep the whole header in memory.
  if (isIPv4(text)) return Buffer.from(text).toString();
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  const bare = ipv4 ?? ipv6 ?? text;
  // Checked first, since ipaddr.js also parses 127.1 and 0x7f000001.
  if (isIP(bare) === 0) return null;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (!address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(-4)).toString();
}
