import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { findSecret, opsTokenOf } from '../session/secrets.js';
import { Settings } from '../settings.js';
import { serverStateSchema, STATE_PATH, type ServerState } from './health.schema.js';

const TIMEOUT_MS = 5_000;

export abstract class ServerProbe {
  /** Returns the state, or a clause that says why it was not checked. */
  abstract state(): Promise<ServerState | string>;
}

@Injectable()
export class RunningServer extends ServerProbe {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async state(): Promise<ServerState | string> {
    const address = localAddress(this.settings);
    const secret = await findSecret(this.settings);
    if (secret === null) return `the session secret of the server at ${address} cannot be read`;
    const headers = { authorization: `Bearer ${opsTokenOf(secret)}` };
    const response = await ask(address + STATE_PATH, headers).catch(() => null);
    if (response === null) return `no server answers at ${address}`;
    const answer: unknown = await response.json().catch(() => null);
    if (response.status === 403)
      return `the server at ${address} rejects the session secret of this command`;
    return (
      serverStateSchema.safeParse(answer).data ??
      `${address} does not answer like a server of this version`
    );
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
