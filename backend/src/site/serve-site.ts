import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { MethodNotAllowedException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteHandler } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../core/clock.js';
import { CompressedBody, QUICK_BROTLI, sendCompressed } from '../core/compressed-body.js';
import { RateLimited, Unavailable } from '../core/errors.js';
import { LOG, type Log } from '../core/log.js';
import { CostlyReads } from '../http/costly-reads.js';
import { HostPolicy } from '../http/host.js';
import { COSTS, MAX_PAGE_REST_MS, MAX_PAGE_WAIT_MS } from '../http/rate-limits.js';
import { PyramidService } from '../pyramid/pyramid.service.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import type { Settings } from '../settings.js';
import { isDamagedLink, referralLink, referrerOf, walletIn } from '../shared/referral-link.js';
import type { Site } from './build-site.js';
import { collapseSchema } from './page.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';

const UNSUPPORTED_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const SITEMAP_PATH = '/sitemap.txt';

/** Validity of `security.txt` in milliseconds; RFC 9116 recommends less than a year. */
const SECURITY_TEXT_MS = 180 * 86_400_000;

const REDIRECTED =
  'a page was requested under another host, and redirected to PUBLIC_ORIGIN: if every page redirects to itself, make the proxy in front pass the Host header unchanged (nginx: proxy_set_header Host $http_host), or correct PUBLIC_ORIGIN';

export async function serveSite(
  app: NestFastifyApplication,
  site: Site,
  settings: Settings,
  clock: Clock,
): Promise<void> {
  const { publicOrigin, securityContact } = settings;
  const instance = app.getHttpAdapter().getInstance();
  const hashedAssets = join(site.clientFolder, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: site.clientFolder,
    wildcard: false,
    index: false,
    globIgnore: ['template.html*', '**/*.br', '**/*.gz', '**/*.map'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      if (path.startsWith(hashedAssets)) response.header('cache-control', IMMUTABLE);
    },
  });

  const stats = app.get(ReferralStatsService);
  const pyramids = app.get(PyramidService);
  const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      if (error instanceof Unavailable || error instanceof RateLimited) return null;
      throw error;
    });

  const hosts = app.get(HostPolicy);
  const log = app.get<Log>(LOG);
  let hasRedirected = false;
  const costly = app.get(CostlyReads);
  /** Returns null if the visitor should get the plain page, without the link's preview. */
  const inTurn = <T>(request: FastifyRequest, render: () => Promise<T>, cost: number) => {
    const latest = performance.now() + MAX_PAGE_WAIT_MS;
    // After `latest`, the visitor has already got the plain page.
    const inTime = () => (performance.now() > latest ? Promise.resolve(null) : render());
    const costOf = (page: T | null) => (page === null ? 1 : cost);
    const waited = delay(MAX_PAGE_WAIT_MS, null, { ref: false });
    // A client over its budget waits, too: an immediate answer would let it request the next page sooner.
    const page = orNull(costly.run(request, inTime, costOf, MAX_PAGE_REST_MS)).then(
      (found) => found ?? waited,
    );
    return Promise.race([page, waited]);
  };
  const redirectElsewhere: onRequestHookHandler = (request, reply, done) => {
    const elsewhere = hosts.addressElsewhere(request);
    if (elsewhere === null) {
      done();
      return;
    }
    if (!hasRedirected) log.info({ host: request.host, origin: publicOrigin }, REDIRECTED);
    hasRedirected = true;
    void reply.redirect(elsewhere, 308);
  };
  const servePage = (path: string, handler: RouteHandler) =>
    instance.get(path, { onRequest: redirectElsewhere }, handler);
  async function sendLandingPage(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { collapse } = landingQuery.parse(request.query);
    if (collapse === null && isDamagedLink(request.url)) {
      return sendPage(request, reply, site.damagedLandingPage);
    }
    const named = referrerOf(request.url);
    const facts = named === null ? null : await orNull(stats.rowOf(named));
    // A banned wallet cannot recruit.
    const isBanned = facts?.isBanned === true;
    const page = await site.landingPage(
      { referrer: isBanned ? null : named, collapse },
      (render) => inTurn(request, render, COSTS.landingPage),
      isBanned ? null : facts,
    );
    return sendPage(request, reply, page);
  }
  for (const [path, page] of site.pages) {
    servePage(path, (request, reply) =>
      path === '/' ? sendLandingPage(request, reply) : sendPage(request, reply, page),
    );
  }
  servePage('/r/:wallet', sendLandingPage);
  servePage('/pyramid/:wallet', async (request, reply) => {
    const { wallet: name } = pyramidParams.parse(request.params);
    const wallet = walletIn(name);
    if (wallet === null) return sendPage(request, reply, site.noPyramid, 404);
    if (name !== wallet) {
      const [ending = ''] = /\.(png|svg)/i.exec(name) ?? [];
      const [query = ''] = /\?.*/.exec(request.url) ?? [];
      return reply.redirect(`/pyramid/${wallet}${ending.toLowerCase()}${query}`, 308);
    }
    const render = (find: () => Promise<CompressedBody>) =>
      inTurn(request, find, COSTS.pyramidPage);
    const findPyramid = () => orNull(pyramids.drawn(wallet));
    const page = await site.pyramidPage(wallet, render, findPyramid);
    return sendPage(request, reply, page);
  });
  servePage('/*', (request, reply) => {
    const [, pathname = '', query = ''] = /^([^?]*)(.*)$/s.exec(request.url) ?? [];
    const path = site.canonicalPath(pathname);
    if (path !== null && path !== pathname) return reply.redirect(path + query, 308);
    // An encoded question mark makes the query a part of the path.
    const referrer = referrerOf(pathname);
    if (referrer !== null) return reply.redirect(referralLink('', referrer), 308);
    return sendPage(request, reply, site.notFound, 404);
  });

  instance.route({
    method: UNSUPPORTED_METHODS,
    url: '/*',
    handler: (_request, reply) => {
      reply.header('allow', 'GET, HEAD');
      throw new MethodNotAllowedException('Pages and files answer GET and HEAD only.');
    },
  });

  const robots = new CompressedBody(
    `User-agent: *\nDisallow: /api/\nSitemap: ${publicOrigin}${SITEMAP_PATH}\n`,
  );
  const sitemap = new CompressedBody(
    [...site.pages.keys()].map((path) => `${publicOrigin}${path}\n`).join(''),
  );
  instance.get('/robots.txt', (request, reply) => sendText(request, reply, robots));
  instance.get(SITEMAP_PATH, (request, reply) => sendText(request, reply, sitemap));
  if (securityContact !== null) {
    instance.get('/.well-known/security.txt', (request, reply) => {
      const text = securityTextOf(securityContact, publicOrigin, clock.now());
      return sendText(request, reply, new CompressedBody(text, QUICK_BROTLI));
    });
  }
  instance.get('/assets/*', (_request, reply) =>
    reply.status(404).type('text/plain; charset=utf-8').send('Not found\n'),
  );
}

const pyramidParams = z.object({ wallet: z.string() });

const landingQuery = z.object({ collapse: collapseSchema.nullable().catch(null) });

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CompressedBody,
  status = 200,
): Promise<FastifyReply> {
  reply.status(status).type('text/html; charset=utf-8');
  return sendCompressed(request, reply, page);
}

function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: CompressedBody,
): Promise<FastifyReply> {
  return sendCompressed(request, reply.type('text/plain; charset=utf-8'), text);
}

function securityTextOf(contact: string, publicOrigin: string, now: Date): string {
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + SECURITY_TEXT_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
