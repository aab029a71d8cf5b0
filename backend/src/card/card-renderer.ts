import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ClientRequest } from '../http/client.js';
import { CostlyReads } from '../http/costly-reads.js';
import { COSTS } from '../http/rate-limits.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import { SITE, type Site } from '../site/build-site.js';
import type { CardSubject } from '../site/page.js';

const MAX_CACHED_CARDS = 100;

export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

export type Picture = Pyramid | CardSubject;

@Injectable()
export class CardRenderer {
  private readonly cache = new LRUCache<string, Card>({ max: MAX_CACHED_CARDS });

  constructor(
    @Inject(SITE) private readonly site: Pick<Site, 'toSvg' | 'fontFolder'>,
    @Inject(CostlyReads) private readonly costly: Pick<CostlyReads, 'run'>,
  ) {}

  toSvg(picture: Picture): string {
    return this.site.toSvg(picture);
  }

  /** @throws RateLimited like {@link CostlyReads.run} */
  async draw(svg: string, request: ClientRequest): Promise<Card> {
    const key = hash(svg);
    return (
      this.cache.get(key) ??
      this.costly.run(
        request,
        () => this.drawNow(key, svg),
        () => COSTS.picture,
      )
    );
  }

  private async drawNow(key: string, svg: string): Promise<Card> {
    // Another request may have drawn this PNG meanwhile.
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const png = await drawPng(svg, this.site.fontFolder);
    const card = { png, etag: `"${hash(png)}"` };
    this.cache.set(key, card);
    return card;
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}

const message = z.tuple([z.custom<Uint8Array>()]);

/**
 * Renders in a worker, since the native memory of a drawing is freed when the worker ends. In the main thread, this
 * memory would pile up: the garbage collector does not see it.
 */
async function drawPng(svg: string, fontFolder: string): Promise<Buffer> {
  const worker = new Worker(new URL('draw-png.js', import.meta.url), {
    workerData: { svg, fontFolder },
  });
  const [png] = message.parse(await once(worker, 'message'));
  return Buffer.from(png);
}
