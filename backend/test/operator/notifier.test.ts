import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { Notifier } from '../../src/operator/notifier.js';
import { recordLog, type RecordedLog } from '../support/recorded-log.js';
import { runOps, spawnOps } from '../support/run-ops.js';

const portOf = (server: Server): number =>
  z.object({ port: z.number() }).parse(server.address()).port;

describe('NOTIFY_URL', () => {
  let receiver: Server;
  let notices: unknown[];
  let status: number;
  let recorded: RecordedLog;
  const backups = { lastFailed: false };

  beforeEach(async () => {
    [notices, status, recorded] = [[], 200, recordLog()];
    backups.lastFailed = false;
    receiver = createServer((request, response) => {
      void json(request).then((body) => {
        if (request.url === '/notices') notices.push(body);
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });

  afterEach(() => {
    receiver.close();
  });

  const address = (path: string): string => `http://127.0.0.1:${portOf(receiver)}${path}`;

  function notifier(
    count = 0,
    check = () => Promise.resolve(),
    solanaRpcUrls = [address('/node')],
  ): Notifier {
    const settings = {
      notifyUrl: address('/notices'),
      publicOrigin: 'https://pyramidion.example',
      solanaRpcUrls,
    };
    const suspects = { read: () => Promise.resolve(count) };
    return new Notifier(settings, backups, { check }, suspects, new Clock(), recorded.log);
  }

  test('gets one notice when a backup fails, and one when backups work again', async () => {
    const watch = notifier();
    await watch.run();
    expect(notices).toEqual([]);
    backups.lastFailed = true;
    await watch.run();
    await watch.run();
    backups.lastFailed = false;
    await watch.run();
    await watch.run();
    expect(notices).toEqual([
      expect.objectContaining({ event: 'backup', state: 'problem' }),
      expect.objectContaining({ event: 'backup', state: 'over' }),
    ]);
  });

  test('gets notices of failing writes, failing nodes and suspects', async () => {
    await notifier(2, () => Promise.reject(new Error('full')), ['http://127.0.0.1:1']).run();
    expect(notices).toEqual(
      ['write', 'node', 'suspects'].map((event) =>
        expect.objectContaining({ event, state: 'problem' }),
      ),
    );
  });

  test.each([500, 302])(
    'causes one log line while it answers %s, and gets no accepted notice twice',
    async (wrong) => {
      const watch = notifier(1, undefined, []);
      status = wrong;
      await watch.run();
      await watch.run();
      expect(recorded.saying('a notice could not be posted')).toHaveLength(1);
      status = 200;
      await watch.run();
      notices.length = 0;
      await watch.run();
      expect(notices).toEqual([]);
    },
  );

  test('gets a test notice from ops notify --test', async () => {
    const child = spawnOps('sqlite:none', ['notify', '--test'], {
      NOTIFY_URL: address('/notices'),
    });
    if (child.exitCode === null) await once(child, 'close');
    expect([child.exitCode, notices]).toEqual([0, [expect.objectContaining({ event: 'test' })]]);
  });

  test('is named in the error of ops notify if it is not set', async () => {
    const { status: exit, stderr } = await runOps('sqlite:none', 'notify', '--test');
    expect([exit, stderr]).toEqual([2, 'error: NOTIFY_URL is not set: set it, then try again\n']);
  });
});
