import { readFile } from 'node:fs/promises';

/** The METRICS_TOKEN of a server whose event loop is asked about. */
export const METRICS_TOKEN = 'the-token-of-somebody-who-looks-meanwhile';

/** What the metrics of a server call the delay that 99 of 100 turns of its event loop stay below. */
const P99 = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m;

/** How late the event loop of a server was since this was asked last, in milliseconds: 99 of 100 turns were sooner. */
export async function eventLoopP99(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${url}/metrics`, { headers });
  const [, seconds] = P99.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error('the metrics do not tell of the event loop');
  return Math.round(Number(seconds) * 1_000);
}

/** The most memory that a process has had at once, in megabytes; 0 where the system does not say. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
