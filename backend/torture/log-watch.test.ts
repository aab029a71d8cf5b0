import { expect, test } from '@jest/globals';
import { eventually } from '../test/support/eventually.js';
import { newSigner } from '../test/support/signer.js';
import { startTestServer } from '../test/support/test-server.js';
import { Visitor } from '../test/support/visitor.js';
import { LogWatch } from './log-watch.js';

test('finds no fault in one log, and a fault in a log that does not continue it', async () => {
  const [one, other] = [await startTestServer(), await startTestServer()];
  const log = new LogWatch();
  try {
    await new Visitor(one.url).signIn(newSigner(), newSigner().address);
    await eventually(async () => (await log.look(one.url))?.size, 1);
    expect(await log.faults(one.url)).toEqual([]);
    await new Visitor(other.url).signIn(newSigner(), newSigner().address);
    await eventually(async () => (await log.look(other.url))?.size, 1);
    expect(await log.faults(other.url)).toEqual([
      'the checkpoint of 1 entries does not continue one of 1',
    ]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
