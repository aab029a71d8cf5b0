import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Log } from './log.js';

/**
 * A job that is repeated until the server stops. A failed run is logged as a warning, unless the server is stopping.
 * With an interval of `@nestjs/schedule`, runs could overlap, and a stopping server would not wait for them.
 */
export abstract class PeriodicJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void> | undefined;

  /**
   * @param failure log message of a failed run
   * @param pauseMs from the end of a run to the start of the next one
   * @param firstInMs from the start of the server to the first run
   */
  constructor(
    protected readonly log: Log,
    private readonly failure: string,
    private readonly pauseMs: number,
    private readonly firstInMs = 0,
  ) {}

  /** @param signal aborted when the server stops; the server waits for the run to end */
  abstract run(signal: AbortSignal): Promise<void>;

  onApplicationBootstrap(): void {
    this.running = this.runUntilStopped(this.stop.signal);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async runUntilStopped(signal: AbortSignal): Promise<void> {
    const pause = (ms: number): Promise<boolean> =>
      delay(ms, true, { ref: false, signal }).catch(() => false);
    for (let ms = this.firstInMs; await pause(ms); ms = this.pauseMs) {
      await this.run(signal).catch((error: unknown) => {
        if (!signal.aborted) this.log.warn({ error: String(error) }, this.failure);
      });
    }
  }
}
