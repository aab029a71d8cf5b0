import { isIPv6 } from 'node:net';
import type { z } from 'zod';
import { liveSchema, PROBLEMS_PATH, problemsSchema, type Problems } from './health.schema.js';
import { findOpsToken, type OpsToken } from '../session/secrets.js';
import type { Settings } from '../settings.js';

const TIMEOUT_MS = 5_000;

/** Returns the origin at which a server with these settings listens. */
export function localAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Returns the problems that the server on this machine knows; null if it does not say. */
export async function findProblems(settings: Settings): Promise<Problems | null> {
  const token = await findOpsToken(settings);
  return token && new RunningServer(localAddress(settings)).problems(token);
}

/** Client for the health checks and the checkpoint of a server. */
export class RunningServer {
  /** @param address origin of the server, without a trailing slash */
  constructor(readonly address: string) {}

  /** Returns the build of the server; null if it does not answer. */
  async build(): Promise<string | null> {
    return (await this.read('/api/health/live', liveSchema))?.build ?? null;
  }

  /** Returns the HTTP status of the readiness probe; null if the server does not answer. */
  readiness(): Promise<number | null> {
    return this.statusOf('/api/health/ready');
  }

  /** Returns the HTTP status of the transparency log's checkpoint; null if the server does not answer. */
  checkpoint(): Promise<number | null> {
    return this.statusOf('/log/checkpoint');
  }

  /** Returns the problems that the server knows; null if it does not say. */
  problems(token: OpsToken): Promise<Problems | null> {
    const headers = { authorization: `Bearer ${token.value}` };
    return this.read(PROBLEMS_PATH, problemsSchema, headers);
  }

  private async read<T>(
    path: string,
    schema: z.ZodType<T>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T | null> {
    const answer: unknown = await this.ask(path, headers)
      .then((response) => response.json())
      .catch(() => null);
    return schema.safeParse(answer).data ?? null;
  }

  private async statusOf(path: string): Promise<number | null> {
    const response = await this.ask(path).catch(() => null);
    await response?.body?.cancel();
    return response?.status ?? null;
  }

  private ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.address + path, {
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
