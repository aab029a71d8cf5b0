import { isIPv6 } from 'node:net';
import { liveSchema } from '../health/health.schema.js';
import type { Settings } from '../settings.js';

const TIMEOUT_MS = 5_000;

/** The server of these settings, if it runs on this machine. */
export class RunningServer {
  readonly address: string;

  constructor({ host, port }: Pick<Settings, 'host' | 'port'>) {
    this.address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  }

  /** Returns the build that it was started from, or null. */
  async build(): Promise<string | null> {
    const answer: unknown = await this.ask('/api/health/live')
      .then((response) => response.json())
      .catch(() => null);
    return liveSchema.safeParse(answer).data?.build ?? null;
  }

  /** Returns the HTTP status of its readiness probe; null where none answers. */
  async readiness(): Promise<number | null> {
    const response = await this.ask('/api/health/ready').catch(() => null);
    await response?.body?.cancel();
    return response?.status ?? null;
  }

  private ask(path: string): Promise<Response> {
    return fetch(this.address + path, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
