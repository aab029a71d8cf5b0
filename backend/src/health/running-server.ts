import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { findSecret, opsTokenOf } from '../session/secrets.js';
import { Settings } from '../settings.js';
import { serverStateSchema, STATE_PATH, type ServerState } from './health.schema.js';

const TIMEOUT_MS = 5_000;

export abstract class ServerProbe {
  /** Returns null if no server answers with its state. */
  abstract state(): Promise<ServerState | null>;
}

@Injectable()
export class RunningServer extends ServerProbe {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async state(): Promise<ServerState | null> {
    const secret = await findSecret(this.settings);
    if (secret === null) return null;
    const headers = { authorization: `Bearer ${opsTokenOf(secret)}` };
    const answer: unknown = await ask(localAddress(this.settings) + STATE_PATH, headers)
      .then((response) => response.json())
      .catch(() => null);
    return serverStateSchema.safeParse(answer).data ?? null;
  }
}

export function localAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Returns the HTTP status of a site's readiness probe; null if the site does not answer in time. */
export async function readinessOf(origin: string): Promise<number | null> {
  const response = await ask(`${origin}/api/health/ready`).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? null;
}

function ask(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
