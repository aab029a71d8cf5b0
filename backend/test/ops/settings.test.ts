import { describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callOps } from '../support/call-ops.js';

async function settings(env: string, databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  try {
    await writeFile(join(folder, '.env'), env);
    const { status, stdout } = await callOps(
      databaseUrl,
      ['settings', '--json'],
      { METRICS_TOKEN: '' },
      folder,
    );
    const report: unknown = JSON.parse(stdout);
    return { status, report };
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('ops settings', () => {
  test('shows effective values with their sources, and no secret; an empty variable counts as unset', async () => {
    const secret = 's'.repeat(32);
    const { status, report } = await settings(
      `METRICS_TOKEN=${secret}\nOPERATOR_PORT=9000\nOPERATOR_TOKEN=${secret}\nSOLANA_RPC_URL=https://node.example/?key=${secret}\n`,
      `postgres://pyramidion:${secret}@localhost/pyramidion`,
    );
    expect(status).toBe(0);
    expect(report).toMatchObject({
      settings: expect.arrayContaining([
        { name: 'HOST', value: '127.0.0.1', source: 'default' },
        { name: 'TOKEN_MINT', value: null, source: 'default' },
        { name: 'METRICS_TOKEN', value: 'set, 32 characters', source: '.env' },
        { name: 'SOLANA_RPC_URL', value: 'node.example', source: '.env' },
        {
          name: 'DATABASE_URL',
          value: 'postgres://pyramidion:***@localhost/pyramidion',
          source: 'environment',
        },
      ]),
      warnings: [],
    });
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  test('exits with 1 and names a line of .env that sets an unknown setting', async () => {
    const { status, report } = await settings('TRUST_PROXIES=1\n', 'sqlite:pyramidion.sqlite');
    expect(status).toBe(1);
    expect(report).toMatchObject({
      warnings: [expect.stringContaining('line 1 sets TRUST_PROXIES, which is not a setting')],
    });
  });
});
