/** What a person at a terminal, a supervisor, or a closed window ends a command with. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Undo = () => Promise<void> | void;

const undos = new Set<Undo>();
let isEnding = false;

/**
 * Has `undo` run when the process is told to end before its work is done; it then ends by that signal all the same.
 * @returns what to call when there is nothing to undo any more
 */
export function undoOnInterrupt(undo: Undo): () => void {
  if (undos.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  undos.add(undo);
  return () => {
    undos.delete(undo);
    if (undos.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Undoes what is half done. */
export async function undoAll(): Promise<void> {
  for (const undo of undos) await undo();
}

/** At a terminal, npm passes on a signal that has come already: the second one must not cut the undoing short. */
function end(signal: NodeJS.Signals): void {
  if (isEnding) return;
  isEnding = true;
  void undoAll().finally(() => {
    for (const each of SIGNALS) process.off(each, end);
    process.kill(process.pid, signal);
  });
}
