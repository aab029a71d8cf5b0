/** What the metrics of a server call the delay that 99 of 100 turns of its event loop stay below. */
const P99 = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m;

/**
 * How late the event loop of a server was since this was asked last, in milliseconds: 99 of 100 turns were sooner.
 * @param token as in METRICS_TOKEN
 */
export async function eventLoopP99(server: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server}/metrics`, { headers });
  const [, seconds] = P99.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error('the metrics do not tell of the event loop');
  return Math.round(Number(seconds) * 1_000);
}
