import { SingleBar } from 'cli-progress';
import { undoOnInterrupt } from './interrupt.js';

/** Shows how far something is, to somebody who watches. */
export interface Progress {
  /** @param done of the total */
  reach(done: number): void;
  stop(): void;
}

/**
 * A bar on stderr, which is there only on a terminal. Until it is stopped, or the process is interrupted, the terminal
 * has no cursor.
 * @param doing what is going on, such as `Verifying`
 * @param total what is to be done, in any unit
 */
export function showProgress(doing: string, total: number): Progress {
  if (!process.stderr.isTTY || total === 0)
    return { reach: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: `${doing} {bar} {percentage} %, {eta_formatted} to go`,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: true,
  });
  const forget = undoOnInterrupt(() => bar.stop());
  bar.start(total, 0);
  return {
    reach: (done) => bar.update(done),
    stop: () => {
      forget();
      bar.stop();
    },
  };
}
