/** What a person at a terminal, a supervisor, or a closed window ends a command with. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type CleanUp = () => Promise<void> | void;

const pending = new Set<CleanUp>();
let isEnding = false;

/**
 * Runs `work`, and then `cleanUp`: also when the process is told to end before the work is done; it then ends by that
 * signal all the same.
 */
export async function cleaningUp<T>(cleanUp: CleanUp, work: () => Promise<T>): Promise<T> {
  if (pending.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  pending.add(cleanUp);
  try {
    return await work();
  } finally {
    pending.delete(cleanUp);
    if (pending.size === 0) for (const signal of SIGNALS) process.off(signal, end);
    await cleanUp();
  }
}

/** At a terminal, npm passes on a signal that has come already: the second one must not cut the cleaning short. */
function end(signal: NodeJS.Signals): void {
  if (isEnding) return;
  isEnding = true;
  const cleaned = Array.from(pending, (cleanUp) => Promise.resolve().then(cleanUp));
  void Promise.allSettled(cleaned).then(() => {
    for (const each of SIGNALS) process.off(each, end);
    process.kill(process.pid, signal);
  });
}
