import { isIPv6 } from 'node:net';
import { liveSchema } from '../health/health.schema.js';
import { StartError } from '../core/errors.js';
import type { Settings } from '../settings.js';

const TIMEOUT_MS = 2_000;

/** The server that these settings start, where it runs on this machine. */
export class RunningServer {
  readonly address: string;

  constructor(private readonly settings: Pick<Settings, 'host' | 'port' | 'metricsToken'>) {
    const { host, port } = settings;
    this.address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  }

  /** The build that it was started from; null where none answers. */
  async build(): Promise<string | null> {
    const answer: unknown = await this.ask('/api/health/live')
      .then((response) => response.json())
      .catch(() => null);
    return liveSchema.safeParse(answer).data?.build ?? null;
  }

  /**
   * What it measures, in lines of Prometheus's text format; null where none answers.
   * @throws StartError when it answers, but not us
   */
  async metrics(): Promise<string[] | null> {
    const response = await this.ask('/metrics').catch(() => null);
    if (response?.status === 403) {
      throw new StartError(
        `the server at ${this.address} shows its metrics to whoever has METRICS_TOKEN: set that`,
      );
    }
    // A server that ends may do so in the middle of its answer.
    const text = response?.ok === true ? await response.text().catch(() => null) : null;
    return text?.split('\n') ?? null;
  }

  private ask(path: string): Promise<Response> {
    const { metricsToken } = this.settings;
    return fetch(this.address + path, {
      headers: metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
