import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, problemOf } from './problem.js';

const MISDIRECTED = 421;

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Methods that change nothing. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The name of a host and, where it is not the protocol's own, its port, as a browser spells them. */
interface Host {
  readonly name: string;
  readonly port: string;
}

/** Whether this name is one of this machine's for itself. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAMES.has(name);
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
    const asked = this.hostOf(request);
    const isHere =
      asked === null ||
      (asked.name === site.hostname && asked.port === site.port) ||
      (isLoopbackName(site.hostname) && !(isLoopbackName(asked.name) && asked.port === site.port));
    return isHere ? null : `${this.origin}${request.url}`;
  }

  /**
   * Whether the request was sent to a name that is not this site's. Whoever owns a name may have it lead here, and then
   * has pages of that name ask as if they were ours; addresses and this machine's own names are nobody's to give.
   */
  isForeignTo(request: FastifyRequest): boolean {
    const asked = this.hostOf(request);
    if (asked === null || asked.name === this.site.hostname || isLoopbackName(asked.name)) {
      return false;
    }
    return isIP(asked.name.replace(/^\[(.*)\]$/, '$1')) === 0;
  }

  /** Refuses what would change something under a foreign name, with 421, before anything of it is looked at. */
  refuseForeign(instance: FastifyInstance): void {
    const problem = JSON.stringify(
      problemOf(MISDIRECTED, `This site is ${this.origin}: ask there.`),
    );
    instance.addHook('onRequest', (request, reply, done) => {
      if (READS.has(request.method) || !this.isForeignTo(request)) done();
      else void reply.status(MISDIRECTED).type(PROBLEM_TYPE).send(problem);
    });
  }

  /** Null for a request that names no host, as HTTP/1.0 allows. */
  private hostOf({ host }: FastifyRequest): Host | null {
    const address = `${this.site.protocol}//${host}`;
    if (host === '' || !URL.canParse(address)) return null;
    const { hostname: name, port } = new URL(address);
    return { name, port };
  }
}
