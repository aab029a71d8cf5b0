import { isIP } from 'node:net';
import { BadRequestException, Injectable, MisdirectedException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackName } from '../core/loopback.js';
import { Settings } from '../settings.js';

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESSES.has(address);
}

@Injectable()
export class HostPolicy {
  private readonly origin: string;
  private readonly url: URL;

  constructor({ publicOrigin }: Settings) {
    this.origin = publicOrigin;
    this.url = new URL(publicOrigin);
  }

  /**
   * Returns the requested URL on the public origin; null if the request need not be redirected there. If that origin
   * has a loopback name, only requests for another loopback name with the same port are redirected.
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
   * True for a foreign host name, whose owner could send requests as if from our pages (DNS rebinding). Our own host,
   * IP addresses and loopback names are not foreign; an invalid host is.
   */
  isForeignTo(request: FastifyRequest): boolean {
    const name = this.askedOf(request)?.hostname;
    if (name === undefined) return true;
    const isOurs = name === this.url.hostname || isLoopbackName(name);
    return !isOurs && isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0;
  }

  enforce(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, _reply, done) => {
      const hosts = request.raw.headersDistinct.host ?? [];
      if (hosts.length !== 1 || ![...hosts, request.host].every((host) => HOST.test(host))) {
        done(
          new BadRequestException(
            'Send exactly one Host header, with a host name and an optional port.',
          ),
        );
      } else if (!READS.has(request.method) && this.isForeignTo(request)) {
        done(new MisdirectedException(`This site is ${this.origin}: send the request there.`));
      } else done();
    });
  }

  private askedOf({ host }: FastifyRequest): URL | null {
    const address = `${this.url.protocol}//${host}`;
    return URL.canParse(address) ? new URL(address) : null;
  }
}
