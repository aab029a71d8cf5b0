import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ClientRequest } from '../http/client.js';
import { CostlyReads } from '../http/costly-reads.js';
import { COSTS } from '../http/rate-limits.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import { SITE, type Site } from '../site/build-site.js';
import type { CardSubject } from '../site/page.js';

/** Maximum of cached cards; 100 take about 15 MB. */
const MAX_KEPT = 100;

export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

export type Picture = Pyramid | CardSubject;

/** Draws cards and caches them. Equal drawings share a card, so a made-up link that draws nothing new costs nothing. */
@Injectable()
export class CardRenderer {
  private readonly kept = new LRUCache<string, Card>({ max: MAX_KEPT });

  /** @param site with the renderer of pictures, and the absolute path of the folder with their fonts */
  constructor(
    @Inject(SITE) private readonly site: Pick<Site, 'toSvg' | 'fontFolder'>,
    @Inject(CostlyReads) private readonly costly: Pick<CostlyReads, 'run'>,
  ) {}

  toSvg(picture: Picture): string {
    return this.site.toSvg(picture);
  }

  /**
   * Draws an SVG, or returns its card from the cache.
   * @throws RateLimited if the client has used up its budget
   */
  async draw(svg: string, request: ClientRequest): Promise<Card> {
    const key = hash(svg);
    return (
      this.kept.get(key) ??
      this.costly.run(
        request,
        () => this.drawNow(key, svg),
        () => COSTS.picture,
      )
    );
  }

  private async drawNow(key: string, svg: string): Promise<Card> {
    // Another client may have drawn it meanwhile.
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const png = await drawPng(svg, this.site.fontFolder);
    const card = { png, etag: `"${hash(png)}"` };
    this.kept.set(key, card);
    return card;
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
