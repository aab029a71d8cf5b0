import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../src/core/errors.js';

/** A disk that can be filled to the last byte under a process, and emptied again. */
export interface SmallDisk {
  /** How it is done, in words. */
  readonly means: string;
  fill(pid: number): Promise<void>;
  makeRoom(pid: number): Promise<void>;
}

const MEGABYTES = 8;
const PIECE = Buffer.alloc(1_024);

/** Runs `work` with a small disk at `folder`: a file system of its own where mounting is allowed, else a limit on the process. */
export async function withSmallDisk<T>(
  folder: string,
  work: (disk: SmallDisk) => Promise<T>,
): Promise<T> {
  await mkdir(folder);
  const size = `size=${MEGABYTES}m`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]).status === 0;
  try {
    return await work(mounted ? realDisk(folder) : LIMITED_PROCESS);
  } finally {
    if (mounted) execFileSync('umount', ['--lazy', folder]);
  }
}

function realDisk(folder: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  return {
    means: 'a file system without room',
    async fill() {
      const file = await open(ballast, 'w');
      try {
        for (;;) await file.write(PIECE);
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast),
  };
}

/** Every write into a file fails then, as it does on a full disk. */
const LIMITED_PROCESS: SmallDisk = {
  means: 'a process that may not write',
  async fill(pid) {
    execFileSync('prlimit', ['--pid', String(pid), '--fsize=0:']);
    return Promise.resolve();
  },
  async makeRoom(pid) {
    execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']);
    return Promise.resolve();
  },
};
