import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { firstLine, StartError } from '../core/errors.js';
import { CompressedBody, QUICK_BROTLI } from '../core/compressed-body.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import { canonicalPath } from './canonical-path.js';
import type { CardSubject, Invitation, PublicSettings, RenderedPage, Renderer } from './page.js';
import {
  fillTemplate,
  landingLink,
  pageLink,
  pyramidLink,
  type LandingLink,
  type SharedLink,
} from './shared-link.js';

/** What the front end's build comes to, ready to be served. */
export type Site = Awaited<ReturnType<typeof buildSite>>;

/** A page, and what is sent to who opens it by no link that names somebody. */
interface Page extends RenderedPage {
  readonly plain: CompressedBody;
}

/** What a page that is opened by a link is rendered from. */
interface Opening {
  readonly page: Page;
  readonly link: SharedLink;
  readonly findInvitation: () => Promise<Invitation | null>;
}

/**
 * Loads the built front end and builds its pages.
 * @param frontendFolder absolute; holds `client` and `server`
 * @throws StartError when there is no built front end
 */
export async function loadSite(frontendFolder: string, settings: PublicSettings): Promise<Site> {
  try {
    const file = pathToFileURL(join(frontendFolder, 'server/render.js'));
    // It is built together with this server, and so is what it is taken for.
    const renderer = z.custom<Renderer>().parse(await import(/* webpackIgnore: true */ file.href));
    return await buildSite(frontendFolder, renderer, settings);
  } catch (error) {
    throw new StartError(
      `The front end in ${frontendFolder} cannot be served (${firstLine(error)}): build it with npm start`,
    );
  }
}

/** Any path that has no page; what it shows is the same for all of them. */
const UNKNOWN_PATH = '/404';

/** The screen that is the same for every wallet until the browser fills it. */
const PYRAMID_PATH = '/pyramid/:wallet';

/** Pages of links that are kept; 400 take about 34 MB. */
const MAX_LINK_PAGES = 400;

/** A page may be so far behind the board, in ms, as cards may. */
const LINK_PAGE_MS = 300_000;

/**
 * Builds every page once, with the settings inside.
 * @param frontendFolder absolute; holds the browser build with its `template.html` in `client`, and the fonts of cards in `server`
 */
export async function buildSite(
  frontendFolder: string,
  renderer: Renderer,
  { publicOrigin, tokenMint, tokenChartUrl }: PublicSettings,
) {
  const settings: PublicSettings = { publicOrigin, tokenMint, tokenChartUrl };
  const clientFolder = join(frontendFolder, 'client');
  const fontFolder = join(frontendFolder, 'server/fonts');
  const fonts = await inlineFonts(fontFolder);
  const template = await readFile(join(clientFolder, 'template.html'), 'utf8');

  const build = async (path: string): Promise<Page> => {
    const page = await renderer.renderPage(path, settings, null);
    const html = fillTemplate(template, page, pageLink(page, path), settings, null);
    return { ...page, plain: new CompressedBody(html) };
  };
  const buildDamaged = async (): Promise<CompressedBody> => {
    const page = await renderer.renderPage('/?ref=', settings, 'damaged');
    return new CompressedBody(
      fillTemplate(template, page, pageLink(page, '/'), settings, 'damaged'),
    );
  };
  const linkPages = new LRUCache<string, CompressedBody, Opening>({
    max: MAX_LINK_PAGES,
    ttl: LINK_PAGE_MS,
    // Everyone who waits for a page gets it, also when others have evicted it meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (path, _stale, { context: { page, link, findInvitation } }) => {
      const invitation = await findInvitation();
      const own = invitation === null ? page : await renderer.renderPage('/', settings, invitation);
      const filled = { ...own, body: own.body.replaceAll(PYRAMID_PATH, path) };
      const html = fillTemplate(template, filled, link, settings, invitation);
      return new CompressedBody(html, QUICK_BROTLI);
    },
  });
  /** Returns the page as a link opens it, or the plain one when it is not cached and may not be rendered. */
  const openedBy = async (
    opening: Opening,
    mayRender: () => Promise<boolean>,
  ): Promise<CompressedBody> => {
    const { page, link } = opening;
    return linkPages.has(link.path) || (await mayRender())
      ? linkPages.forceFetch(link.path, { context: opening })
      : page.plain;
  };

  const landing = await build('/');
  const damaged = await buildDamaged();
  const pyramid = await build(PYRAMID_PATH);
  const notFound = await build(UNKNOWN_PATH);
  const pages = new Map<string, CompressedBody>();
  for (const path of renderer.paths.filter((each) => !each.includes(':'))) {
    pages.set(path, path === '/' ? landing.plain : (await build(path)).plain);
  }
  return {
    clientFolder,
    pages,
    /**
     * The landing page as a link opens it: it says who invites, and tells messengers of them.
     * @param mayRender asked when the page is not cached: rendering takes a hundred times as long as serving
     * @param findInvitation reads what the board says of a wallet
     */
    async landingPage(
      named: LandingLink,
      mayRender: () => Promise<boolean>,
      findInvitation: (referrer: string) => Promise<Invitation | null>,
    ): Promise<CompressedBody> {
      const link = landingLink(named, renderer);
      if (link === null) return landing.plain;
      const { referrer } = named;
      const find = () => (referrer === null ? Promise.resolve(null) : findInvitation(referrer));
      return openedBy({ page: landing, link, findInvitation: find }, mayRender);
    },
    /** The landing page that says that the link to it has lost its referrer. */
    damagedLandingPage: damaged,
    /** The page of a wallet's pyramid, in the same way. */
    pyramidPage(wallet: string, mayRender: () => Promise<boolean>): Promise<CompressedBody> {
      const opening = {
        page: pyramid,
        link: pyramidLink(pyramid, wallet),
        findInvitation: () => Promise.resolve(null),
      };
      return openedBy(opening, mayRender);
    },
    /** The same for an address that is no wallet, with status 404. */
    pyramidOfNobody: pyramid.plain,
    /** The canonical spelling of a path; null when no screen has it. */
    canonicalPath: (pathname: string) => canonicalPath(renderer.paths, pathname),
    /** What every other path shows, with status 404. */
    notFound: notFound.plain,
    /** What is drawn of a pyramid, its fonts and the name of the site inside, or on a card, as SVG. */
    toSvg: (subject: Pyramid | CardSubject): string =>
      subject !== null && 'nodes' in subject
        ? renderer.renderPyramid(subject, fonts, new URL(publicOrigin).host)
        : renderer.renderCard(subject),
    fontFolder,
    /** Hashes, as a content security policy spells them, of the script and style elements in the pages. */
    inlineHashes: {
      script: hashInline('script', template),
      style: hashInline('style', template),
    },
    /** Compresses the pages: half a second that no start has to wait for. */
    async warmUp() {
      const others = [damaged, pyramid.plain, notFound.plain];
      for (const page of [...pages.values(), ...others]) await page.in('br');
    },
  };
}

/** The fonts that pictures are set in: the family, and the file that the front end's build makes of it. */
export const PICTURE_FONTS = [
  ['Geist', 'geist-latin-400-normal.ttf'],
  ['Geist Medium', 'geist-latin-500-normal.ttf'],
  ['Instrument Serif', 'instrument-serif-latin-400-normal.ttf'],
] as const;

/** The fonts of pictures as a style sheet that holds them. */
async function inlineFonts(folder: string): Promise<string> {
  const rules = PICTURE_FONTS.map(async ([family, file]) => {
    const font = await readFile(join(folder, file), 'base64');
    return `@font-face{font-family:${family};src:url(data:font/ttf;base64,${font})}`;
  });
  return (await Promise.all(rules)).join('');
}

/** The elements of one kind that carry their own source. Data is no source: it is not run. */
function hashInline(element: 'script' | 'style', template: string): string[] {
  const sources = template.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(sources, ([, source = '']) => {
    return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
  });
}
