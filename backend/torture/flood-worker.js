import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread of hostile clients. Each client repeats its requests until the thread gets a message. The thread then
 * posts the number of answers by status, where 0 means no answer.
 */

/** @type {import('./flood.ts').FloodData} */
const { url, connections, perSecond, clients } = workerData;
const { hostname, port } = new URL(url);

/** @type {Map<number, number>} */
const statuses = new Map();
let isOver = false;

/**
 * @param {Agent} agent
 * @param {string} address
 * @param {import('./flood.ts').HostileRequest} hostile
 * @returns {Promise<number>}
 */
function send(agent, address, { method = 'GET', path, body }) {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    // The server may redirect pages from 127.0.0.1 to localhost.
    host: `localhost:${port}`,
    'x-forwarded-for': address,
    ...(json !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
    }),
  };
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
      response.on('close', () => resolve(response.statusCode ?? 0)).resume();
    });
    sent.on('error', () => resolve(0)).end(json);
  });
}

/** @param {import('./flood.ts').FloodData['clients'][number]} client */
async function attack({ address, requests }) {
  let count = 0;
  let next = performance.now();
  const connect = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      const hostile = requests[count % requests.length];
      count += 1;
      if (hostile === undefined) return;
      if (perSecond !== undefined) {
        const wait = next - performance.now();
        next = Math.max(next, performance.now()) + 1_000 / perSecond;
        if (wait > 0) await delay(wait);
      }
      const status = await send(agent, address, hostile);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, connect));
}

parentPort?.once('message', () => {
  isOver = true;
  parentPort?.postMessage(statuses);
});
await Promise.all(clients.map(attack));
