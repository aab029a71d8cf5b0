import { SingleBar } from 'cli-progress';
import { cleaningUp } from './interrupt.js';

/** Is told how much of something is done, in the unit of its total. */
export type OnProgress = (done: number) => void;

/**
 * Runs `work` and shows how far it is by a bar on stderr, which is there only on a terminal. Meanwhile the terminal has
 * no cursor.
 * @param doing what is going on, such as `Verifying`
 * @param total what is to be done, in any unit
 */
export async function withProgress<T>(
  doing: string,
  total: number,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY || total === 0) return work(() => undefined);
  const bar = new SingleBar({
    format: `${doing} {bar} {percentage} %, {eta_formatted} to go`,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: true,
  });
  const stop = (): void => {
    process.off('exit', stop);
    bar.stop();
  };
  // When nobody reads on, the process ends amid the work.
  process.on('exit', stop);
  return cleaningUp(stop, async () => {
    bar.start(total, 0);
    return work((done) => bar.update(done));
  });
}
