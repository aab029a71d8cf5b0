import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread with a Solana node. From the first message until `released` is notified, the node accepts no
 * connections. When its queue is full, the system drops attempts to connect, as a bad network would.
 */

/** @type {import('./scenarios/slow-handshakes.ts').BusyNodeData} */
const { released, answer } = workerData;

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end(answer));
});

server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
  parentPort?.on('message', () => {
    parentPort?.postMessage('busy');
    Atomics.wait(new Int32Array(released), 0, 0);
  });
  parentPort?.postMessage(server.address());
});
