import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { firstLine, StartError } from '../core/errors.js';
import { CompressedBody, QUICK_BROTLI } from '../core/compressed-body.js';
import type { PublicSettings, PyramidFacts, RenderedPage, Renderer } from './page.js';
import type { SharedLink } from './template.js';
import {
  SITE_CARD,
  collapseCard,
  fillTemplate,
  pyramidPicture,
  referralLink,
  socialTags,
  walletCard,
} from './template.js';

/** The page of one link; null when it is not kept, and must not be built, which takes twenty times as long as to serve one. */
type PageOfLink<Subject> = (subject: Subject, mayBuild: () => boolean) => CompressedBody | null;

/** What the address of the landing page may name. */
export interface LandingLink {
  readonly referrer: string | null;
  /** The wager of a collapse, as the browser wrote it. */
  readonly collapse: string | null;
}

/** What the front end's build comes to, ready to be served. */
export interface Site {
  /** Folder of the browser build, absolute. */
  readonly clientFolder: string;
  /** The pages by their path. */
  readonly pages: ReadonlyMap<string, CompressedBody>;
  /**
   * The landing page as a referral link or a link to a collapse opens it: the same, but for what messengers read of it. Null
   * also when the address names neither.
   */
  readonly landingPage: PageOfLink<LandingLink>;
  /** The page of a wallet's pyramid: the same for all of them, but for what messengers read of it. */
  readonly pyramidPage: PageOfLink<string>;
  /** The same for an address that is no wallet, with status 404, and for any wallet when its own is not built. */
  readonly pyramidOfNobody: CompressedBody;
  /** What every other path shows, with status 404. */
  readonly notFound: CompressedBody;
  /** Addresses of the pages, one a line, for crawlers. */
  readonly sitemap: string;
  /** What crawlers may read, and where the sitemap is. */
  readonly robots: string;
  readonly renderCard: Renderer['renderCard'];
  /** The picture of a pyramid as SVG, its fonts and the name of the site inside. */
  readonly renderPyramid: (pyramid: PyramidFacts) => string;
  /** Folder of the fonts that cards are set in, absolute. */
  readonly cardFontFolder: string;
  /** Hashes, as a content security policy spells them, of the script elements in the pages. */
  readonly scriptHashes: readonly string[];
  /** The same of the style elements. */
  readonly styleHashes: readonly string[];
  /** Compresses the pages: half a second that no start has to wait for. */
  readonly warmUp: () => Promise<void>;
}

/**
 * Loads the built front end and builds its pages.
 * @param frontendFolder absolute; holds `client` and `server`
 * @throws StartError when there is no built front end
 */
export async function loadSite(frontendFolder: string, settings: PublicSettings): Promise<Site> {
  try {
    const renderer: unknown = await import(
      /* webpackIgnore: true */ pathToFileURL(join(frontendFolder, 'server/render.js')).href
    );
    if (!isRenderer(renderer)) throw new Error('server/render.js does not export the renderer');
    return await buildSite(frontendFolder, renderer, settings);
  } catch (error) {
    throw new StartError(
      `The front end in ${frontendFolder} cannot be served (${firstLine(error)}): build it with npm start`,
    );
  }
}

const RENDERER_EXPORTS: readonly (keyof Renderer)[] = [
  'renderPage',
  'renderCard',
  'renderPyramid',
  'collapseLinkTexts',
  'referralLinkTexts',
];

function isRenderer(module: unknown): module is Renderer {
  if (typeof module !== 'object' || module === null) return false;
  const exported = new Map<string, unknown>(Object.entries(module));
  if (!Array.isArray(exported.get('pagePaths'))) return false;
  return RENDERER_EXPORTS.every((name) => typeof exported.get(name) === 'function');
}

/** Where crawlers find the addresses of the pages. */
export const SITEMAP_PATH = '/sitemap.txt';

/** Any path that has no page; what it shows is the same for all of them. */
const UNKNOWN_PATH = '/404';

/** The screen that is the same for every wallet until the browser fills it. */
const PYRAMID_PATH = '/pyramid/:wallet';

/** Pages of links that are kept, of each kind; 200 take about 17 MB. */
const MAX_LINK_PAGES = 200;

/**
 * Builds every page once, with the settings inside.
 * @param frontendFolder absolute; holds the browser build with its `template.html` in `client`, and the fonts of cards in `server`
 */
export async function buildSite(
  frontendFolder: string,
  renderer: Renderer,
  settings: PublicSettings,
): Promise<Site> {
  const { pagePaths, renderPage, renderCard, renderPyramid } = renderer;
  const { publicOrigin, tokenMint, tokenChartUrl } = settings;
  const clientFolder = join(frontendFolder, 'client');
  const shown: PublicSettings = { publicOrigin, tokenMint, tokenChartUrl };
  const fontFolder = join(frontendFolder, 'server/fonts');
  const fonts = await inlineFonts(fontFolder);
  const template = await readFile(join(clientFolder, 'template.html'), 'utf8');

  const fill = (page: RenderedPage, link: SharedLink): string =>
    fillTemplate(template, page, socialTags(publicOrigin, link), shown);
  const build = async (path: string): Promise<CompressedBody> => {
    const page = await renderPage(path, shown);
    const { title, description } = page;
    return new CompressedBody(fill(page, { title, description, path, picture: SITE_CARD }));
  };
  const landing = await renderPage('/', shown);
  const pyramid = await renderPage(PYRAMID_PATH, shown);
  function pagesOf<Subject>(
    page: RenderedPage,
    linkOf: (subject: Subject) => SharedLink | null,
  ): PageOfLink<Subject> {
    const kept = new LRUCache<string, CompressedBody, SharedLink>({
      max: MAX_LINK_PAGES,
      memoMethod: (path, _previous, { context: link }) => {
        const own = { ...page, body: page.body.replaceAll(PYRAMID_PATH, path) };
        return new CompressedBody(fill(own, link), QUICK_BROTLI);
      },
    });
    return (subject, mayBuild) => {
      const link = linkOf(subject);
      if (link === null || !(kept.has(link.path) || mayBuild())) return null;
      return kept.memo(link.path, { context: link });
    };
  }

  const pages = new Map<string, CompressedBody>();
  for (const path of pagePaths) pages.set(path, await build(path));
  const pyramidOfNobody = await build(PYRAMID_PATH);
  const notFound = await build(UNKNOWN_PATH);
  return {
    clientFolder,
    pages,
    landingPage: pagesOf(landing, (link) => landingLink(link, renderer)),
    pyramidPage: pagesOf(pyramid, (wallet) => ({
      title: pyramid.title,
      description: pyramid.description,
      path: PYRAMID_PATH.replace(':wallet', wallet),
      picture: pyramidPicture(wallet),
    })),
    pyramidOfNobody,
    notFound,
    sitemap: pagePaths.map((path) => `${publicOrigin}${path}\n`).join(''),
    robots: `User-agent: *\nDisallow: /api/\nSitemap: ${publicOrigin}${SITEMAP_PATH}\n`,
    renderCard,
    renderPyramid: (facts) => renderPyramid(facts, fonts, new URL(publicOrigin).host),
    cardFontFolder: fontFolder,
    scriptHashes: hashInline('script', template),
    styleHashes: hashInline('style', template),
    async warmUp() {
      for (const page of [...pages.values(), pyramidOfNobody, notFound]) await page.in('br');
    },
  };
}

/** A link to the landing page as it is shared; null when it names nobody and no collapse. */
function landingLink(
  { referrer, collapse }: LandingLink,
  { collapseLinkTexts, referralLinkTexts }: Renderer,
): SharedLink | null {
  const texts = collapse === null ? null : collapseLinkTexts(collapse);
  if (collapse !== null && texts !== null) {
    const query = new URLSearchParams({
      ...(referrer === null ? {} : { ref: referrer }),
      collapse,
    });
    return { ...texts, path: `/?${query.toString()}`, picture: collapseCard(collapse) };
  }
  if (referrer === null) return null;
  const path = referralLink('', referrer);
  return { ...referralLinkTexts(referrer), path, picture: walletCard(referrer) };
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
