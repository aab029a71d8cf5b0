import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Unavailable } from '../core/errors.js';
import type { Client } from '../http/client.js';
import { OpenCounts } from '../http/open-counts.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import type { CardSubject } from '../site/page.js';

/** Maximum of cached cards; 100 take about 15 MB. */
const MAX_KEPT = 100;

export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

export type Picture = Pyramid | CardSubject;

/**
 * Renders cards and caches them. Cards are rendered one at a time, because rendering shares its threads with the
 * database.
 */
export class CardRenderer {
  private readonly oneAtATime = pLimit(1);
  /** Cards that are queued or being rendered. */
  private readonly ordered = new OpenCounts('cards');
  private readonly kept = new LRUCache<string, Card, { picture: Picture; client: Client }>({
    max: MAX_KEPT,
    fetchMethod: (_key, _previous, { context }) =>
      this.renderInTurn(context.picture, context.client),
  });

  /** @param fontFolder absolute path of the folder with the cards' fonts */
  constructor(
    readonly toSvg: (picture: Picture) => string,
    private readonly fontFolder: string,
  ) {}

  /**
   * Renders a card, or returns it from the cache.
   * @throws Unavailable if too many cards are queued, in all or for this client
   */
  render(picture: Picture, client: Client): Promise<Card> {
    return this.kept.forceFetch(hash(JSON.stringify(picture)), { context: { picture, client } });
  }

  private async renderInTurn(picture: Picture, client: Client): Promise<Card> {
    const end = this.ordered.begin(client);
    if (end === null)
      throw new Unavailable('Too many cards are being drawn. Try again shortly.', 1);
    const draw = () => drawPng(this.toSvg(picture), this.fontFolder);
    const png = await this.oneAtATime(draw).finally(end);
    return { png, etag: `"${hash(png)}"` };
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}

/** Renders an SVG as PNG. The first call loads the renderer, which takes 20 ms. */
async function drawPng(svg: string, fontFolder: string): Promise<Buffer> {
  // On import, the renderer requests a process report, which by default resolves the host names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { renderAsync } = await import('@resvg/resvg-js');
  const drawing = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontDirs: [fontFolder] },
  });
  const png = drawing.asPng();
  setImmediate(freeDrawings);
  return png;
}

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/**
 * Frees rendered drawings, which takes 2 ms. Each holds 3 MB of native memory, which the garbage collector does not
 * see, so hundreds of drawings would pile up.
 */
function freeDrawings(): void {
  if (typeof collectGarbage === 'function') {
    Reflect.apply(collectGarbage, undefined, [{ type: 'minor' }]);
  }
}
