/** What a person at a terminal, a supervisor, or a closed window ends a command with. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Undo = () => Promise<void> | void;

const undos = new Set<Undo>();

/**
 * Has `undo` run when the process is told to end before its work is done; it then ends by that signal all the same.
 * @returns what to call when there is nothing to undo any more
 */
export function undoOnInterrupt(undo: Undo): () => void {
  for (const signal of SIGNALS) {
    if (!process.listeners(signal).includes(end)) process.once(signal, end);
  }
  undos.add(undo);
  return () => undos.delete(undo);
}

function end(signal: NodeJS.Signals): void {
  for (const each of SIGNALS) process.off(each, end);
  void undoAll().finally(() => process.kill(process.pid, signal));
}

async function undoAll(): Promise<void> {
  for (const undo of undos) await undo();
}
