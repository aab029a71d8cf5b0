import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way from a server to its database, which can be blocked. */
export interface Wire {
  readonly port: number;
  /** From now on nothing comes through, and nobody hears why, as when a machine hangs. */
  block(): void;
  /** From now on everything comes through again, also what has waited. */
  unblock(): void;
  close(): Promise<void>;
}

/** Leads connections to a port of this machine's to a Unix socket. */
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
  const address = entrance.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    port: address.port,
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
