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

/** Cards that are kept; 100 take about 15 MB. */
const MAX_KEPT = 100;

export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

export type Picture = Pyramid | CardSubject;

/**
 * Renders each card once: whoever asks for the same facts gets the card that is kept. One card is drawn at a time,
 * because the drawing shares its threads with the database.
 */
export class CardRenderer {
  private readonly oneAtATime = pLimit(1);
  /** Cards that wait or are being drawn. */
  private readonly ordered = new OpenCounts('cards');
  private readonly kept = new LRUCache<string, Card, { picture: Picture; client: Client }>({
    max: MAX_KEPT,
    fetchMethod: (_key, _previous, { context }) =>
      this.renderInTurn(context.picture, context.client),
  });

  /** @param fontFolder of the fonts that cards are set in, absolute */
  constructor(
    readonly toSvg: (picture: Picture) => string,
    private readonly fontFolder: string,
  ) {}

  /**
   * The picture of these facts.
   * @throws Unavailable when too many cards wait to be drawn, of all clients or of this one
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

/** What draws it is loaded for the first one, in some 20 ms. */
async function drawPng(svg: string, fontFolder: string): Promise<Buffer> {
  // When it is loaded, it asks for a report, to learn which libc there is: one with the network in it waits for the names
  // of all who are connected, and with it whoever asks for anything.
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
 * Frees what has been drawn, 3 MB each, in some 2 ms. Drawings have no other end: to the garbage collector each seems so
 * small that hundreds would be kept.
 */
function freeDrawings(): void {
  if (typeof collectGarbage === 'function') {
    Reflect.apply(collectGarbage, undefined, [{ type: 'minor' }]);
  }
}
