import { expect, test } from '@jest/globals';
import { HttpException } from '@nestjs/common';
import type { Database } from '../../src/database/database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { openSessions } from '../../src/sign-in/open-sessions.js';
import { SessionRow } from '../../src/session/session.entity.js';
import { WalletRepository } from '../../src/wallet/wallet.repository.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const NOW = '2026-11-21T12:00:00.000Z';

const EXPIRED_UNTIL = '2026-11-14T12:00:00.000Z';

function answerOf(
  name: string,
  referrer: string | null,
  browser = name,
  expirationTime = '2026-11-21T12:01:00.000Z',
) {
  const input = {
    domain: 'pyramidion.example',
    statement: 'A statement.',
    uri: 'https://pyramidion.example',
    version: '1',
    chainId: 'mainnet',
    nonce: wallet(`nonce of ${browser}`),
    issuedAt: '2026-11-21T11:56:00.000Z',
    expirationTime,
  } as const;
  return {
    challenge: input,
    session: {
      wallet: wallet(name),
      referrer: referrer === null ? null : wallet(referrer),
      message: `${name} "signs"\n`,
      signature: 'c2lnbmVk',
    },
    token: `token of ${name} in ${browser}`,
    formerToken: null,
  };
}

async function open({ writer }: Database, answers: readonly ReturnType<typeof answerOf>[]) {
  const outcomes = await writer.write((manager) =>
    openSessions(manager, answers, new Date(NOW), EXPIRED_UNTIL),
  );
  return outcomes.map((outcome) => {
    if (typeof outcome === 'symbol') return 'again';
    return outcome instanceof HttpException ? outcome.message : outcome.response.referral;
  });
}

const proven = (referrer: string, logIndex: number) => ({
  referrer: wallet(referrer),
  status: 'proven',
  credited: true,
  logIndex,
});

const USED = 'This challenge was used before: request a new one.';

test('openSessions postpones sign-ins that depend on another sign-in of their batch, and decides the others', async () => {
  await withDatabase(async (database) => {
    const { reading, writer } = database;
    expect(await open(database, [answerOf('banned', null), answerOf('before', null)])).toEqual([
      null,
      null,
    ]);
    await new ModerationService(writer, new SettableClock(NOW)).ban(wallet('banned'), 'a test');
    const dependent = answerOf('third', 'second');
    const sameChallenge = answerOf('fourth', 'top', 'first');
    const sameWallet = answerOf('first', null, 'a phone');
    expect(
      await open(database, [
        answerOf('first', 'top'),
        answerOf('second', 'top'),
        dependent,
        sameChallenge,
        sameWallet,
        answerOf('banned', 'top', 'another browser'),
        answerOf('fifth', 'top', 'before'),
        answerOf('sixth', 'top', 'slow browser', NOW),
        answerOf('top', null),
      ]),
    ).toEqual([
      proven('top', 1),
      proven('top', 2),
      'again',
      'again',
      'again',
      'The operator has banned this wallet: it cannot sign in.',
      USED,
      'This challenge has expired: request a new one.',
      null,
    ]);
    expect(await open(database, [dependent, sameChallenge, sameWallet])).toEqual([
      proven('second', 3),
      USED,
      { referrer: wallet('top'), status: 'proven', credited: false },
    ]);
    const wallets = new WalletRepository(reading.manager);
    const points = ['top', 'first', 'second', 'third', 'banned'].map((name) =>
      wallets.pointsOf(wallet(name)),
    );
    expect(await Promise.all(points)).toEqual([2_100, 100, 1_100, 100, 0]);
    const known = await wallets.knownOf(['fourth', 'fifth', 'sixth'].map(wallet));
    expect(known.size).toBe(0);
    expect(await reading.manager.count(SessionRow)).toBe(7);
  });
});
