import { describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { startBuiltServer } from '../support/built-server.js';
import { withFolder } from '../support/temporary-database.js';

const OPERATOR_TOKEN = 'the-token-of-an-operator-0123456789';

const SOLANA_RPC_URL = 'http://127.0.0.1:2';

describe('the operator’s page of a built server', () => {
  test('shows that the server is ready and that the Solana node fails', async () => {
    await withFolder(async (folder) => {
      const OPERATOR_PORT = String(await getPort());
      const settings = { OPERATOR_PORT, OPERATOR_TOKEN, SOLANA_RPC_URL };
      const server = await startBuiltServer(folder, settings);
      const response = await fetch(`http://127.0.0.1:${OPERATOR_PORT}/`, {
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      });
      const page = await response.text();
      await server.stop('SIGTERM');
      expect(response.status).toBe(200);
      expect(page).toContain('the Solana node at 127.0.0.1:2 fails');
      expect(page).toMatch(/>The server is ready<\/td>\s*<td [^>]*>OK</);
    });
  });
});
