import { Socket } from 'node:net';
import type { PoolClient, PoolConfig } from 'pg';
import { Client, Pool } from 'pg';

interface WatchfulPoolConfig extends PoolConfig {
  /**
   * A connection in use on which nothing comes for this time, in milliseconds, is cut: the server at its other end is
   * gone or frozen. With 0 nobody is cut.
   */
  readonly silenceTimeoutMs: number;
}

/** Connections that are cut when somebody waits for them in vain; while nobody uses them they may be silent. */
export class WatchfulPool extends Pool {
  constructor(config: WatchfulPoolConfig) {
    super(config);
    this.on('connect', (client) => {
      const socket = socketOf(client);
      socket?.on('timeout', () => socket.destroy());
    });
    this.on('acquire', (client) => socketOf(client)?.setTimeout(config.silenceTimeoutMs));
    this.on('release', (_error, client) => socketOf(client)?.setTimeout(0));
  }
}

function socketOf(client: PoolClient): Socket | null {
  if (!(client instanceof Client)) return null;
  const { stream } = client.connection;
  return stream instanceof Socket ? stream : null;
}
