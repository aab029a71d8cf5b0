import { isIPv6 } from 'node:net';
import { liveSchema } from '../health/health.schema.js';
import type { Settings } from '../settings.js';

const TIMEOUT_MS = 5_000;

/** Returns the origin at which a server with these settings listens. */
export function localAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Client for the health checks and the checkpoint of a server. */
export class RunningServer {
  /** @param address origin of the server, without a trailing slash */
  constructor(private readonly address: string) {}

  /** Returns the build of the server; null if it does not answer. */
  async build(): Promise<string | null> {
    const answer: unknown = await this.ask('/api/health/live')
      .then((response) => response.json())
      .catch(() => null);
    return liveSchema.safeParse(answer).data?.build ?? null;
  }

  /** Returns the HTTP status of the readiness probe; null if the server does not answer. */
  readiness(): Promise<number | null> {
    return this.statusOf('/api/health/ready');
  }

  /** Returns the HTTP status of the transparency log's checkpoint; null if the server does not answer. */
  checkpoint(): Promise<number | null> {
    return this.statusOf('/log/checkpoint');
  }

  private async statusOf(path: string): Promise<number | null> {
    const response = await this.ask(path).catch(() => null);
    await response?.body?.cancel();
    return response?.status ?? null;
  }

  private ask(path: string): Promise<Response> {
    return fetch(this.address + path, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
