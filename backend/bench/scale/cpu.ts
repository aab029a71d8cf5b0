import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const TICKS_A_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  /** Seconds on a core. */
  readonly own: number;
  /** The same, of the children that have ended. */
  readonly children: number;
}

/** Seconds on a core that processes have taken so far. Linux only. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (timesOf(pid)?.own ?? 0), 0);
}

/** The same, of a process and its children, also of those that have ended. */
export function cpuSecondsOfFamily(parent: number): number {
  const family = timesOf(parent);
  const children = readdirSync('/proc')
    .map(Number)
    .map((pid) => (Number.isNaN(pid) ? null : timesOf(pid)))
    .filter((times) => times?.parent === parent);
  return [...children, family].reduce(
    (sum, times) => sum + (times?.own ?? 0),
    family?.children ?? 0,
  );
}

/** Null when there is no such process. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return {
      parent,
      own: (user + system) / TICKS_A_SECOND,
      children: (childrenUser + childrenSystem) / TICKS_A_SECOND,
    };
  } catch {
    return null;
  }
}
