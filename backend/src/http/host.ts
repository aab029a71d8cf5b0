import { isIP } from 'node:net';
import { MisdirectedException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** As sockets spell them. */
const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether this name is one of this machine's for itself. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAMES.has(name);
}

/** Whether the other end of a connection is on this machine. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESSES.has(address);
}

/** What the site is called, and what is asked of it under other names. */
export class SiteNames {
  private readonly site: URL;

  /** @param origin without a trailing slash */
  constructor(private readonly origin: string) {
    this.site = new URL(origin);
  }

  /**
   * Where a page should have been asked for; null where it was. Phantom refuses a sign-in for another host than the
   * page's, and only one host has the visitor's cookies. A site on this machine's own name is not sent away from any other
   * name or port, by which it may be reached from elsewhere.
   */
  addressElsewhere(request: FastifyRequest): string | null {
    const { site } = this;
    const asked = this.askedOf(request);
    const isHere =
      asked === null ||
      asked.host === site.host ||
      (isLoopbackName(site.hostname) &&
        !(isLoopbackName(asked.hostname) && asked.port === site.port));
    return isHere ? null : `${this.origin}${request.url}`;
  }

  /**
   * Whether the request was sent to a name that is not this site's. Whoever owns a name may have it lead here, and then
   * has pages of that name ask as if they were ours; addresses and this machine's own names are nobody's to give.
   */
  isForeignTo(request: FastifyRequest): boolean {
    const name = this.askedOf(request)?.hostname ?? this.site.hostname;
    const isOurs = name === this.site.hostname || isLoopbackName(name);
    return !isOurs && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0;
  }

  /** Refuses what would change something under a foreign name, with 421, before anything of it is looked at. */
  refuseForeign(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, _reply, done) => {
      if (READS.has(request.method) || !this.isForeignTo(request)) done();
      else done(new MisdirectedException(`This site is ${this.origin}: ask there.`));
    });
  }

  /** Where a request was sent; null when it names no host, as HTTP/1.0 allows. */
  private askedOf({ host }: FastifyRequest): URL | null {
    const address = `${this.site.protocol}//${host}`;
    return URL.canParse(address) ? new URL(address) : null;
  }
}
