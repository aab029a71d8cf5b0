import { startBuiltServer } from '../test/built-server.js';

/** Starts a server on the SQLite file at `path` that must not serve it. @returns what became of it, in words */
export async function endOfStart(folder: string, path: string): Promise<string> {
  try {
    const server = await startBuiltServer(folder, { DATABASE_URL: `sqlite:${path}` });
    await server.stop('SIGKILL');
    return 'served';
  } catch (error) {
    return String(error);
  }
}
