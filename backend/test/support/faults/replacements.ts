import { spawnSync } from 'node:child_process';

/**
 * A shell command that removes, replaces or overwrites files of a running server. It uses `data`, and maybe
 * `backup.sqlite`, in the current folder.
 */
export interface Replacement {
  readonly command: string;
  /** Name of the file in `data` that the server reports as replaced. */
  readonly file: string;
  /** True if a server that is started afterwards still has all acknowledged writes. */
  readonly isKept: boolean;
}

const DATABASE = { file: 'test.sqlite', isKept: false };

export const REPLACEMENTS: readonly Replacement[] = [
  { command: 'rm data/test.sqlite', ...DATABASE },
  { command: 'rm data/test.sqlite*', ...DATABASE },
  { command: 'rm -r data', ...DATABASE },
  { command: 'mv data/test.sqlite moved.sqlite', ...DATABASE },
  { command: 'mv data moved && mkdir data', ...DATABASE },
  { command: 'mv backup.sqlite data/test.sqlite', ...DATABASE },
  { command: 'cp backup.sqlite data/test.sqlite', ...DATABASE },
  { command: 'cp backup.sqlite data/test.sqlite && rm data/test.sqlite-*', ...DATABASE },
  { command: ': > data/test.sqlite', ...DATABASE },
  { command: 'rm data/test.sqlite-wal', file: 'test.sqlite-wal', isKept: true },
  { command: ': > data/test.sqlite-wal', file: 'test.sqlite-wal', isKept: false },
  { command: 'rm data/test.sqlite-shm', file: 'test.sqlite-shm', isKept: true },
  { command: 'rm data/test.sqlite.lock', file: 'test.sqlite.lock', isKept: true },
  { command: 'rm data/session-secret', file: 'session-secret', isKept: true },
];

export function runInShell(command: string, folder: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

export function mountOver(folder: string): void {
  runInShell('mount -t tmpfs tmpfs .', folder);
}

export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
