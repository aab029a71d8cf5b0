import { SingleBar } from 'cli-progress';
import { cleaningUp } from './interrupt.js';

/** Receives the amount done, in the unit of the total. */
export type OnProgress = (done: number) => void;

/**
 * Runs `work`, and shows its progress on stderr if that is a terminal.
 * @param doing label of the progress, such as `Verifying`
 * @param total in any unit; null if it is unknown; 0 shows nothing
 */
export async function withProgress<T>(
  doing: string,
  total: number | null,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY || total === 0) return work(() => undefined);
  const bar = new SingleBar({
    format:
      total === null
        ? `${doing}, {value} so far`
        : `${doing} {bar} {percentage} %, {eta_formatted} to go`,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: total !== null,
  });
  const stop = (): void => {
    process.off('exit', stop);
    bar.stop();
  };
  // Shows the cursor again even if a closed pipe ends the process during `work`.
  process.on('exit', stop);
  return cleaningUp(stop, async () => {
    bar.start(total ?? 0, 0);
    return work((done) => bar.update(done));
  });
}
