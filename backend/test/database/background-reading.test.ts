import { expect, jest, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { eventually } from '../support/eventually.js';
import { startTestServer } from '../support/test-server.js';

test.each([
  ['suspects', /FROM suspects/],
  ['claims', /count\(\*\) AS claims FROM referral/],
])('all %s are counted on the connection for background reads', async (_what, statement) => {
  const { mock } = jest.spyOn(DataSource.prototype, 'query');
  const server = await startTestServer();
  try {
    await fetch(`${server.url}/metrics`);
    const sources = () =>
      mock.contexts.filter((_source, call) => statement.test(mock.calls[call]?.[0] ?? ''));
    await eventually(() => Promise.resolve(sources().length), 1);
    expect(sources()[0] === server.database.backgroundReading).toBe(true);
  } finally {
    await server.close();
    jest.restoreAllMocks();
  }
});
