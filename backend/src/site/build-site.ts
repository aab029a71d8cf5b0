import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { firstLine, StartError } from '../core/errors.js';
import { CompressedBody, QUICK_BROTLI } from '../core/compressed-body.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import { publicSettingsOf, type PublicSettings } from '../shared/public-settings.js';
import { canonicalPath } from './canonical-path.js';
import type { CardFacts, CardSubject, Invitation, RenderedPage, Renderer } from './page.js';
import {
  fillTemplate,
  landingLink,
  pageLink,
  pyramidLink,
  type LandingLink,
  type SharedLink,
} from './shared-link.js';

export type Site = Awaited<ReturnType<typeof buildSite>>;

export const SITE = Symbol('site');

/** A rendered page. `plain` is its HTML without the preview and the invitation of a link. */
interface Page extends RenderedPage {
  readonly plain: CompressedBody;
}

/** A page to render with the preview and the invitation of one link. */
interface Opening {
  readonly page: Page;
  readonly path: string;
  readonly findLink: () => Promise<SharedLink>;
  readonly invitation: Invitation | null;
}

type RenderNow = (render: () => Promise<CompressedBody>) => Promise<CompressedBody | null>;

/**
 * Loads the built front end and builds its pages.
 * @param frontendFolder with the folders `client` and `server`
 * @throws StartError if the front end is not built, or cannot be loaded
 */
export async function loadSite(frontendFolder: string, settings: PublicSettings): Promise<Site> {
  try {
    const file = pathToFileURL(join(frontendFolder, 'server/render.js'));
    // The renderer is built together with this server, so its type is known.
    const renderer = z.custom<Renderer>().parse(await import(/* webpackIgnore: true */ file.href));
    return await buildSite(frontendFolder, renderer, settings);
  } catch (error) {
    throw new StartError(
      `The front end in ${frontendFolder} cannot be served (${firstLine(error)}): build it with npm start`,
    );
  }
}

/** Stands for any unknown path. */
const UNKNOWN_PATH = '/404';

/** Stands for the pyramid of any invalid address. */
const NO_PYRAMID_PATH = '/pyramid/nobody';

/** Placeholder for the path of a wallet's pyramid. */
const PYRAMID_PATH = `/pyramid/${'1'.repeat(32)}`;

const PYRAMID_PICTURE = new RegExp(`<img [^>]*"${PYRAMID_PATH}\\.png"[^>]*>`);

/** Stands for any link whose referrer is unreadable. */
const DAMAGED_LINK = `/?ref=${'1'.repeat(31)}`;

const MAX_LINK_PAGES = 400;

/** Lifetime of a cached page in milliseconds, equal to the max-age of a card. */
const LINK_PAGE_MS = 300_000;

/** @param frontendFolder with the browser build and `template.html` in `client`, and the fonts in `server/fonts` */
export async function buildSite(
  frontendFolder: string,
  renderer: Renderer,
  allSettings: PublicSettings,
) {
  const settings = publicSettingsOf(allSettings);
  const clientFolder = join(frontendFolder, 'client');
  const fontFolder = join(frontendFolder, 'server/fonts');
  const fonts = await inlineFonts(fontFolder);
  const template = await readFile(join(clientFolder, 'template.html'), 'utf8');

  const build = async (path: string): Promise<Page> => {
    const page = await renderer.renderPage(path, settings, null);
    const isPlaceholder = !renderer.paths.includes(path);
    const link = pageLink(page, isPlaceholder ? null : path);
    const body = page.body.replace(PYRAMID_PICTURE, '');
    const html = fillTemplate(template, { ...page, body }, link, settings, null);
    return { ...page, plain: new CompressedBody(html) };
  };
  const buildDamaged = async (): Promise<CompressedBody> => {
    const page = await renderer.renderPage(DAMAGED_LINK, settings, 'damaged');
    return new CompressedBody(
      fillTemplate(template, page, pageLink(page, '/'), settings, 'damaged'),
    );
  };
  const linkPages = new LRUCache<string, CompressedBody, Opening>({
    max: MAX_LINK_PAGES,
    ttl: LINK_PAGE_MS,
    // Requests that wait for an evicted page still get it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { page, path, findLink, invitation } }) => {
      const link = await findLink();
      const own = invitation === null ? page : await renderer.renderPage('/', settings, invitation);
      const filled = { ...own, body: own.body.replaceAll(PYRAMID_PATH, path) };
      const html = fillTemplate(template, filled, link, settings, invitation);
      return new CompressedBody(html, QUICK_BROTLI);
    },
  });
  const openedBy = async (opening: Opening, renderNow: RenderNow): Promise<CompressedBody> => {
    const { page, path, invitation } = opening;
    // A landing page is rendered anew after its referrer's number of proven recruits has changed.
    const key = `${path} ${JSON.stringify(invitation)}`;
    const find = () => linkPages.forceFetch(key, { context: opening });
    return linkPages.has(key) ? find() : ((await renderNow(find)) ?? page.plain);
  };

  const landing = await build('/');
  const damaged = await buildDamaged();
  const pyramid = await build(PYRAMID_PATH);
  const notFound = await build(UNKNOWN_PATH);
  const noPyramid = await build(NO_PYRAMID_PATH);
  const pages = new Map<string, CompressedBody>();
  for (const path of renderer.paths.filter((each) => !each.includes(':'))) {
    pages.set(path, path === '/' ? landing.plain : (await build(path)).plain);
  }
  return {
    clientFolder,
    pages,
    /**
     * @param renderNow renders a page that is not cached, or returns null for the plain page
     * @param facts about the referrer; null without a referrer, or if they are not known now
     */
    async landingPage(
      named: LandingLink,
      renderNow: RenderNow,
      facts: CardFacts | null,
    ): Promise<CompressedBody> {
      const link = landingLink(named, facts, renderer);
      if (link === null) return landing.plain;
      const { path } = link;
      const findLink = () => Promise.resolve(link);
      const opening = { page: landing, path, findLink, invitation: invitationBy(facts) };
      return openedBy(opening, renderNow);
    },
    damagedLandingPage: damaged,
    /** @param findPyramid reads the part of the pyramid that is drawn; null if it is not known now */
    pyramidPage(
      wallet: string,
      renderNow: RenderNow,
      findPyramid: () => Promise<Pyramid | null>,
    ): Promise<CompressedBody> {
      const opening = {
        page: pyramid,
        path: `/pyramid/${wallet}`,
        findLink: async () => pyramidLink(pyramid, wallet, await findPyramid()),
        invitation: null,
      };
      return openedBy(opening, renderNow);
    },
    canonicalPath: (pathname: string) => canonicalPath(renderer.paths, pathname),
    noPyramid: noPyramid.plain,
    notFound: notFound.plain,
    toSvg: (subject: Pyramid | CardSubject): string =>
      subject !== null && 'nodes' in subject
        ? renderer.renderPyramid(subject, fonts, new URL(settings.publicOrigin).host)
        : renderer.renderCard(subject),
    fontFolder,
    inlineHashes: {
      script: hashInline('script', template),
      style: hashInline('style', template),
    },
    async warmUp() {
      const others = [damaged, pyramid.plain, noPyramid.plain, notFound.plain];
      for (const page of [...pages.values(), ...others]) await page.in('br');
    },
  };
}

function invitationBy(facts: CardFacts | null): Invitation | null {
  return facts && { wallet: facts.wallet, provenRecruits: facts.provenRecruits };
}

export const PICTURE_FONTS = [
  ['Geist', 'geist-latin-400-normal.ttf'],
  ['Geist Medium', 'geist-latin-500-normal.ttf'],
  ['Instrument Serif', 'instrument-serif-latin-400-normal.ttf'],
] as const;

async function inlineFonts(folder: string): Promise<string> {
  const rules = PICTURE_FONTS.map(async ([family, file]) => {
    const font = await readFile(join(folder, file), 'base64');
    return `@font-face{font-family:${family};src:url(data:font/ttf;base64,${font})}`;
  });
  return (await Promise.all(rules)).join('');
}

/** The template's inline scripts and styles have no attributes. */
function hashInline(element: 'script' | 'style', template: string): string[] {
  const sources = template.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(sources, ([, source = '']) => {
    return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  });
}
