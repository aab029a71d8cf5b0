const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type CleanUp = () => Promise<void> | void;

const pending = new Set<CleanUp>();
let isEnding = false;

/** Runs `work`, then `cleanUp`. A signal during `work` runs `cleanUp`, and then ends the process. */
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

/** Cleans up, then ends the process. Under npm, the signal may come twice: the second must not stop the clean-up. */
function end(signal: NodeJS.Signals): void {
  if (isEnding) return;
  isEnding = true;
  const cleaned = Array.from(pending, (cleanUp) => Promise.resolve().then(cleanUp));
  void Promise.allSettled(cleaned).then(() => {
    for (const each of SIGNALS) process.off(each, end);
    process.kill(process.pid, signal);
  });
}
