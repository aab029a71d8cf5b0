import { isIPv6 } from 'node:net';
import { liveSchema } from '../health/health.schema.js';
import type { Settings } from '../settings.js';

const TIMEOUT_MS = 5_000;

/** Returns where the server of these settings is on this machine, if it runs. */
export function localAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Asks a server about itself. */
export class RunningServer {
  /** @param address origin of the server, without a trailing slash */
  constructor(private readonly address: string) {}

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
