import { expect, test } from '@jest/globals';
import { warnOfOtherSecrets } from '../../src/session/secrets.js';
import { recordLog } from '../support/recorded-log.js';
import { withDatabase } from '../support/temporary-database.js';

const OURS = { secret: 's'.repeat(32), logKey: 'key' };

const OTHER_SECRET = 'the session secret differs from that of the last start';
const OTHER_KEY = 'the key of the transparency log differs from that of the last start';

test('a server logs a warning if its session secret or log key differs from that of the last start', async () => {
  await withDatabase(async ({ writer }) => {
    const warningsOf = async (secrets: typeof OURS): Promise<boolean[]> => {
      const log = recordLog('warn');
      await warnOfOtherSecrets(writer, secrets, log.log);
      return [OTHER_SECRET, OTHER_KEY].map((message) => log.text().includes(message));
    };
    expect(await warningsOf(OURS)).toEqual([false, false]);
    expect(await warningsOf(OURS)).toEqual([false, false]);
    expect(await warningsOf({ ...OURS, secret: 'x'.repeat(32) })).toEqual([true, false]);
    expect(await warningsOf({ secret: 'x'.repeat(32), logKey: 'other' })).toEqual([false, true]);
    expect(await warningsOf(OURS)).toEqual([true, true]);
  });
});
