import { readFile } from 'node:fs/promises';

export const METRICS_TOKEN = 'the-token-of-somebody-who-looks-meanwhile';

const P99 = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m;

/** Returns the 99th percentile of the event loop's delay since the metrics were last read, in ms. */
export async function eventLoopP99(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${url}/metrics`, { headers });
  const [, seconds] = P99.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error('the metrics do not tell of the event loop');
  return Math.round(Number(seconds) * 1_000);
}

/** Returns the peak memory of a process in MiB; 0 if the system does not report it. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
