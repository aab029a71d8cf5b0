import { isIP } from 'node:net';
import { BadRequestException, MisdirectedException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** As sockets spell them. */
const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A name or an address, and perhaps a port; no user, path or list. */
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Whether this name is one of this machine's for itself. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAMES.has(name);
}

/** Whether the other end of a connection is on this machine. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESSES.has(address);
}

/** Decides what is answered under which host. */
export class HostPolicy {
  private readonly url: URL;

  /** @param origin without a trailing slash */
  constructor(private readonly origin: string) {
    this.url = new URL(origin);
  }

  /**
   * Returns where a page should have been asked for; null where it was. Phantom refuses a sign-in for another host than the
   * page's, and only one host has the visitor's cookies. A site on this machine's own name is not sent away from any other
   * name or port, by which it may be reached from elsewhere.
   */
  addressElsewhere(request: FastifyRequest): string | null {
    const { url } = this;
    const asked = this.askedOf(request);
    const isHere =
      asked?.host === url.host ||
      (isLoopbackName(url.hostname) &&
        !(asked !== null && isLoopbackName(asked.hostname) && asked.port === url.port));
    return isHere ? null : `${this.origin}${request.url}`;
  }

  /**
   * True if the request was sent to a name that is not this site's. The owner of a name can point it here, and have its pages
   * send requests as if they were ours; nobody can do so with addresses and this machine's own names.
   */
  isForeignTo(request: FastifyRequest): boolean {
    const name = this.askedOf(request)?.hostname;
    if (name === undefined) return true;
    const isOurs = name === this.url.hostname || isLoopbackName(name);
    return !isOurs && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0;
  }

  /** Rejects requests without exactly one valid host with 400, and writes under a foreign name with 421. */
  enforce(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, _reply, done) => {
      const hosts = request.raw.headersDistinct.host ?? [];
      if (hosts.length !== 1 || ![...hosts, request.host].every((host) => HOST.test(host))) {
        done(new BadRequestException('Send one Host header: a name, and a port if any.'));
      } else if (!READS.has(request.method) && this.isForeignTo(request)) {
        done(new MisdirectedException(`This site is ${this.origin}: ask there.`));
      } else done();
    });
  }

  /** Returns null for a host that cannot be parsed, such as broken Punycode. */
  private askedOf({ host }: FastifyRequest): URL | null {
    const address = `${this.url.protocol}//${host}`;
    return URL.canParse(address) ? new URL(address) : null;
  }
}
