import { z } from 'zod';
import { callOps } from './call-ops.js';
import type { TestServer } from './test-server.js';

/** Runs `ops new-log` beside a server whose log has its files in `folder`. */
export async function startNewLog({ databaseUrl }: TestServer, folder: string, why: string) {
  const words = ['new-log', '--why', why, '--json'];
  const { stdout } = await callOps(databaseUrl, words, { TRANSPARENCY_LOG_DIR: folder });
  return z.object({ actedAt: z.iso.datetime() }).parse(JSON.parse(stdout));
}
