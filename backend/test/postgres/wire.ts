import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../support/port-of.js';

/** Connections to PostgreSQL that a test can block. */
export interface Wire {
  readonly port: number;
  /** Stops delivering data. Connections stay open. */
  block(): void;
  /** Delivers data again, first the data that arrived while the wire was blocked. */
  unblock(): void;
  close(): Promise<void>;
}

/** Forwards a local TCP port to a Unix socket. */
export async function layWire(unixSocket: string): Promise<Wire> {
  const sockets = new Set<Socket>();
  let blocked = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    if (blocked) socket.pause();
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const entrance = createServer((near) => {
    const far = connect(unixSocket);
    near.pipe(far).pipe(near);
    keep(near);
    keep(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(entrance, 'listening');
  return {
    port: portOf(entrance),
    block() {
      blocked = true;
      for (const socket of sockets) socket.pause();
    },
    unblock() {
      blocked = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = once(entrance, 'close');
      entrance.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
