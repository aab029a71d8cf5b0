import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';
import type { CompressedBody } from '../core/compressed-body.js';
import { sendCompressed } from '../core/compressed-body.js';
import type { LandingLink, Site } from './build-site.js';
import { SITEMAP_PATH } from './build-site.js';
import { collapseSchema } from './page.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** What is decided request by request. */
export interface SiteRules {
  /** Whether a page of a wallet may be built for who asks; who may not gets the one that names nobody. */
  readonly mayBuild: (request: FastifyRequest) => boolean;
  /** Where a page should have been asked for; null where it was. */
  readonly addressElsewhere: (request: FastifyRequest) => string | null;
  /** Where to write about a weakness (RFC 9116); null for nowhere. */
  readonly securityText: () => string | null;
}

/**
 * Serves the files of the browser build and the pages. A query changes no page, but for who is named in a referral link.
 */
export async function serveSite(
  app: NestFastifyApplication,
  site: Site,
  { mayBuild, addressElsewhere, securityText }: SiteRules,
): Promise<void> {
  const instance = app.getHttpAdapter().getInstance();
  const hashedAssets = join(site.clientFolder, 'assets') + sep;
  const sendPage: SendPage = async (request, reply, page, status) => {
    const elsewhere = addressElsewhere(request);
    if (elsewhere !== null) return reply.redirect(elsewhere, 308);
    return sendCompressed(request, reply, page, {
      status,
      type: 'text/html; charset=utf-8',
      cacheControl: REVALIDATE,
    });
  };
  await app.register(fastifyStatic, {
    root: site.clientFolder,
    wildcard: false,
    index: false,
    globIgnore: ['template.html*', '**/*.br', '**/*.gz', '**/*.map'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', path.startsWith(hashedAssets) ? IMMUTABLE : REVALIDATE);
    },
  });
  for (const [path, page] of site.pages) {
    instance.get(path, async (request, reply) => {
      const own =
        path === '/' ? site.landingPage(linkIn(request.query), () => mayBuild(request)) : null;
      return sendPage(request, reply, own ?? page, 200);
    });
  }
  instance.get('/pyramid/:wallet', async (request, reply) => {
    const wallet = pyramidParams.safeParse(request.params).data?.wallet;
    if (wallet === undefined) return sendPage(request, reply, site.pyramidOfNobody, 404);
    const own = site.pyramidPage(wallet, () => mayBuild(request));
    return sendPage(request, reply, own ?? site.pyramidOfNobody, 200);
  });
  for (const [path, text] of [
    ['/robots.txt', site.robots],
    [SITEMAP_PATH, site.sitemap],
  ] as const) {
    instance.get(path, (_request, reply) =>
      reply.header('cache-control', REVALIDATE).type('text/plain; charset=utf-8').send(text),
    );
  }
  instance.get('/.well-known/security.txt', (request, reply) => {
    const text = securityText();
    if (text === null) return sendPage(request, reply, site.notFound, 404);
    return reply.header('cache-control', REVALIDATE).type('text/plain; charset=utf-8').send(text);
  });
  instance.get('/assets/*', (_request, reply) =>
    reply.status(404).type('text/plain; charset=utf-8').send('Not found\n'),
  );
  instance.get('/*', (request, reply) => sendPage(request, reply, site.notFound, 404));
}

const pyramidParams = z.object({ wallet: walletAddressSchema });

const landingQuery = z.object({
  ref: walletAddressSchema.nullable().catch(null),
  collapse: collapseSchema.nullable().catch(null),
});

/** What the address of the landing page names: nothing where it is no wallet, or no text. */
function linkIn(query: unknown): LandingLink {
  const { ref: referrer, collapse } = landingQuery.parse(query);
  return { referrer, collapse };
}

type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: CompressedBody,
  status: number,
) => Promise<FastifyReply>;
