import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { readBuild } from '../../core/build.js';
import { LOOKS } from '../../core/verdict.js';
import type { Problems } from '../../health/health.schema.js';
import { RunningServer, localAddress } from '../../health/running-server.js';
import type { Settings } from '../../settings.js';
import { CheckpointFile, parseCheckpoint } from '../../transparency-log/checkpoint-file.js';
import { LogEntryRepository } from '../../transparency-log/log-entry.repository.js';
import { LogTree } from '../../transparency-log/log-tree.js';
import { counted, type Check } from '../check.js';
import { checksOfSite } from './machine.js';

/** Pause between two requests to a server, in milliseconds. */
const PAUSE_MS = 1_000;

/** Name and remedy of the check that a server is ready. */
export const SERVER_IS_READY = {
  name: 'The server is ready',
  remedy: "read the server's log",
};

/**
 * Name and remedy of the check that the log is published. The log of a database that does not continue the newest
 * checkpoint, such as an older backup, is not published.
 */
export const LOG_IS_PUBLISHED = {
  name: 'The server publishes the transparency log',
  remedy:
    "read the server's log; after a restore, or an update from an earlier build, continue-log or new-log may be needed",
};

/**
 * Returns the checks of the clock, the proofs, the backups, the transparency log and the running server.
 * @param problems known to the running server; null without a server
 */
export function checksOfServer(
  settings: Settings,
  problems: Problems | null = null,
): readonly Check[] {
  return [...checksOfSite(settings, problems), ...checksOfRunningServer(settings)];
}

export function checksOfRunningServer(settings: Settings): readonly Check[] {
  return [logIsContinued(settings), serverIsOfTheseFiles(settings), logIsPublished(settings)];
}

/** Finds entries that were changed or removed after they were published. */
function logIsContinued({ transparencyLogFolder }: Settings): Check {
  return {
    name: 'The log in the database continues the newest checkpoint',
    look: async ({ manager, renewSnapshot }) => {
      const checkpoint = parseCheckpoint(await new CheckpointFile(transparencyLogFolder).read());
      if (checkpoint === null)
        return { looked: `no checkpoint in ${transparencyLogFolder}`, faults: [] };
      // The first snapshot may be older than the checkpoint.
      await renewSnapshot(0);
      // The tree reads several tiles at once, but the snapshot must be renewed between two statements.
      const turns = pLimit(1);
      const log = new LogEntryRepository(manager);
      const tree = new LogTree({
        size: () => log.size(),
        entries: (begin, end) =>
          turns(async () => {
            const entries = await log.entries(begin, end);
            await renewSnapshot(0);
            return entries;
          }),
      });
      const looked = counted(checkpoint.size, ['log entry', 'log entries']);
      const fault = `the entries in the database are not those of the checkpoint in ${transparencyLogFolder}`;
      return { looked, faults: (await tree.headAfter(checkpoint)) === null ? [fault] : [] };
    },
    remedy: 'an entry never changes: restore an older backup, or start a new log with new-log',
  };
}

function serverIsOfTheseFiles(settings: Settings): Check {
  const address = localAddress(settings);
  const server = new RunningServer(address);
  return {
    name: 'The running server is this build',
    look: async () => {
      const running = await server.build();
      if (running === null) return { looked: `no server answers at ${address}`, faults: [] };
      const { build } = readBuild();
      const isOther = running !== build && ![running, build].includes('none');
      const fault = `the server runs build ${running}, but this is build ${build}`;
      return { looked: `build ${running} at ${address}`, faults: isOther ? [fault] : [] };
    },
    remedy: 'restart the server',
  };
}

function logIsPublished(settings: Settings): Check {
  const address = localAddress(settings);
  return {
    ...LOG_IS_PUBLISHED,
    look: async () => {
      const server = new RunningServer(address);
      const status = await lastStatus(() => server.checkpoint(), [200, null]);
      if (status === null) return { looked: `no server answers at ${address}`, faults: [] };
      const fault = `${address}/log/checkpoint answers ${status}`;
      return { looked: address, faults: status === 200 ? [] : [fault] };
    },
  };
}

/**
 * Returns the check that a server is ready. If the server judges itself, its verdict counts; otherwise it is asked up to
 * three times.
 */
export function serverIsReady(address: string, problems: Problems | null): Check {
  return {
    ...SERVER_IS_READY,
    look: async () => {
      const write = problems?.write;
      if (write === null) return { looked: address, faults: [] };
      if (write !== undefined) return { looked: address, faults: [`${write} (${address})`] };
      const server = new RunningServer(address);
      const status = await lastStatus(() => server.readiness(), [200]);
      const what = status === null ? 'no server answers' : `the server is not ready (${status})`;
      return { looked: address, faults: status === 200 ? [] : [`${what} at ${address}`] };
    },
  };
}

/**
 * Looks up to three times, since a server may be restarting. Returns the first final status, else the last one; null if
 * nothing answers.
 */
async function lastStatus(
  look: () => Promise<number | null>,
  final: readonly (number | null)[],
): Promise<number | null> {
  for (let looks = 1; ; looks += 1) {
    const status = await look();
    if (final.includes(status) || looks === LOOKS) return status;
    await delay(PAUSE_MS);
  }
}
