import type { StorageFigures } from '../../../database/storage.js';
import type { Check, Patient } from '../check.js';
import { findingsOf } from '../check.js';

const MIB = 1024 * 1024;

/** The log is written back at 120 MiB at the latest; one of this many bytes has been held open for long. */
const MOST_LOG = 256 * MIB;

/** What must be free beside room for a copy of the database, in bytes. */
const LEAST_FREE = 64 * MIB;

export const ROOM_LEFT: Check = {
  name: 'There is room on the disk, and the log is short',
  look: async ({ measureStorage }: Patient) => {
    const figures = await measureStorage();
    return findingsOf(describe(figures), faultsOf(figures));
  },
  remedy:
    'free some of the disk; for the log, end whoever has the database open for long, such as a forgotten shell',
  repair: null,
};

function describe({ database, log, free }: StorageFigures): string {
  return [
    `database ${inMib(database)}`,
    ...(log === null ? [] : [`log ${inMib(log)}`]),
    free === null ? 'the disk cannot be seen from here' : `free ${inMib(free)}`,
  ].join(', ');
}

function faultsOf({ database, log, free }: StorageFigures): string[] {
  const faults: string[] = [];
  const needed = database + LEAST_FREE;
  if (free !== null && free < needed) {
    faults.push(`${inMib(free)} are free on the disk: less than a backup needs, ${inMib(needed)}`);
  }
  if (log !== null && log > MOST_LOG) faults.push(`the log has grown to ${inMib(log)}`);
  return faults;
}

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`;
}
