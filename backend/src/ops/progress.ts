import { SingleBar } from 'cli-progress';

/** Shows how far something is, to somebody who watches. */
export interface Progress {
  /** @param done of the total */
  reach(done: number): void;
  stop(): void;
}

/**
 * A bar on stderr, which is there only on a terminal.
 * @param doing what is going on, such as `Verifying`
 * @param total what is to be done, in any unit
 */
export function showProgress(doing: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${doing} {bar} {percentage} %, {eta_formatted} to go`,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: true,
  });
  if (process.stderr.isTTY && total > 0) bar.start(total, 0);
  return { reach: (done) => bar.update(done), stop: () => bar.stop() };
}
