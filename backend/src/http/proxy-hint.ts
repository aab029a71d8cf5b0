import type { FastifyInstance } from 'fastify';
import type { Log } from '../logging/log.js';

const HINT =
  'A request came with X-Forwarded-For, but TRUST_PROXY is off. If a proxy stands in front, set TRUST_PROXY to the number of proxies: until then all of its visitors share the limits of one address.';

/** Tells the operator, once, that a proxy seems to stand in front which the settings do not know of. */
export function hintAtProxy(instance: FastifyInstance, log: Log): void {
  let hinted = false;
  instance.addHook('onRequest', (request, _reply, done) => {
    if (!hinted && 'x-forwarded-for' in request.headers) {
      hinted = true;
      log.warn(HINT);
    }
    done();
  });
}
