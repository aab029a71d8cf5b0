import { readFile } from 'node:fs/promises';
import { Agent, request as open } from 'node:http';
import type { BuiltServer } from '../built-server.js';
import type { HostileRequest } from './hostile-requests.js';

/** A hostile request may use as much CPU time of the main thread as this many requests for the landing page. */
const PAGES = 1_000;

const LANDING_PAGE: HostileRequest = { method: 'GET', path: '/', headers: {}, body: '' };

/** Unit of the times in /proc, in ms. */
const TICK_MS = 10;

/** A request that uses too much CPU time is sent up to this many times, and the lowest time counts. */
const ATTEMPTS = 3;

/** Time without an answer, in ms, after which the event loop counts as hanging. */
const PATIENCE_MS = 60_000;

/**
 * Requests up to this size, in bytes, must get an answer. For a larger one, the server may close the connection before
 * the client has read the answer.
 */
const SAFE_BYTES = 6_000;

/** Sends requests one after the other. Returns one sentence per fault. */
export async function sendHostile(
  server: Pick<BuiltServer, 'url' | 'pid'>,
  requests: readonly HostileRequest[],
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const faults: string[] = [];
  const start = await mainThreadMs(server.pid);
  for (let page = 0; page < PAGES; page += 1) await statusOf(server.url, LANDING_PAGE, agent);
  const limitMs = (await mainThreadMs(server.pid)) - start;
  for (const request of requests) {
    const times: number[] = [];
    let status: number | null = null;
    do {
      const before = await mainThreadMs(server.pid);
      status = await statusOf(server.url, request, agent);
      times.push((await mainThreadMs(server.pid)) - before);
    } while (times.length < ATTEMPTS && Math.min(...times) > limitMs);
    const blockedMs = Math.min(...times);
    const fault =
      status === null || status >= 500
        ? `was answered ${String(status)}`
        : blockedMs > limitMs &&
          `blocked the event loop for ${blockedMs} ms, longer than ${PAGES} pages (${limitMs} ms)`;
    if (fault !== false) faults.push(`${JSON.stringify(request)} ${fault}`);
    // A hanging server would not answer later requests either.
    if (status === null) break;
  }
  agent.destroy();
  return faults;
}

/** Returns the status; 0 if the connection of a request above {@link SAFE_BYTES} broke; null without an answer. */
function statusOf(
  url: string,
  { method, path, headers, body }: HostileRequest,
  agent: Agent,
): Promise<number | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const sent = open(url, { method, path, agent, signal, headers }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? null));
    });
    const bytes = path.length + JSON.stringify(headers).length + body.length;
    sent.on('error', () => resolve(bytes > SAFE_BYTES && !signal.aborted ? 0 : null));
    sent.end(body);
  });
}

/** Returns the CPU time of a process's main thread in ms; 0 if unknown. */
async function mainThreadMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8').catch(() => '');
  const [, user = '0', system = '0'] = /\) \S+ (?:\S+ ){10}(\d+) (\d+)/.exec(stat) ?? [];
  return (Number(user) + Number(system)) * TICK_MS;
}
