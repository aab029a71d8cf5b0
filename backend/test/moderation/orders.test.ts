import { expect, test } from '@jest/globals';
import bs58 from 'bs58';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Doctor } from '../../src/doctor/doctor.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { select } from '../../src/database/reader.js';
import { prove } from '../../src/referral/record.js';
import { signInInput, signInText } from '../../src/sign-in/sign-in-text.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner, type Signer } from '../support/signer.js';
import { withDatabase } from '../support/temporary-database.js';

const LENGTH = 4;

/** The referrer, and its two recruits. */
const SUBJECTS = [0, 1, 2] as const;

type Subject = (typeof SUBJECTS)[number];

/** Each order lists the subjects of {@link LENGTH} actions. Repeating an action undoes it. */
const ORDERS = Array.from({ length: LENGTH }).reduce<readonly (readonly Subject[])[]>(
  (orders) => orders.flatMap((order) => SUBJECTS.map((subject) => [...order, subject])),
  [[]],
);

const clock = new SettableClock('2026-11-20T12:00:00.000Z');

async function proveReferral(
  manager: EntityManager,
  recruit: Signer,
  referrer: string,
): Promise<void> {
  const terms = {
    nonce: bs58.encode(bs58.decode(recruit.address).reverse()),
    issuedAt: clock.now().toISOString(),
    expirationTime: '2026-11-20T12:05:00.000Z',
  };
  const input = signInInput('https://pyramidion.example', terms, referrer);
  const message = signInText(input, recruit.address);
  const signature = Buffer.from(recruit.sign(Buffer.from(message))).toString('base64');
  await prove(manager, { recruit: recruit.address, referrer, message, signature }, clock.now());
}

const totalsRow = z.object({ points: z.int(), ledger: z.coerce.number() });

const TOTALS = `
SELECT points, (SELECT sum(points) FROM ledger_entry WHERE wallet = address) AS ledger
FROM wallet WHERE proven_recruits > 0 OR points <> 0`;

test('bans and revocations in any order leave a referrer 0 points while it is banned, and otherwise 1,000 for each recruit that is not revoked', async () => {
  await withDatabase(async (database) => {
    const moderation = new ModerationService(database.writer, clock);

    const expectSoundness = async (): Promise<void> => {
      const { checks } = await new Doctor(database, clock).look();
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      const totals = await select(database.reading, totalsRow, TOTALS);
      expect(totals.map(({ points }) => points)).toEqual(totals.map(({ ledger }) => ledger));
      expect(totals.length).toBeGreaterThan(ORDERS.length / 2);
    };

    const undoAll: (() => Promise<void>)[] = [];
    for (const order of ORDERS) {
      const signers = [newSigner(), newSigner(), newSigner()] as const;
      const [{ address: referrer }, ...recruits] = signers;
      await database.writer.write(async (manager) => {
        for (const recruit of recruits) await proveReferral(manager, recruit, referrer);
      });
      const applied = new Set<Subject>();
      let points = 2_000;
      const act = async (subject: Subject): Promise<void> => {
        const action = subject === 0 ? 'ban' : 'revoke';
        const isApplied = applied.delete(subject);
        if (!isApplied) applied.add(subject);
        const name = isApplied ? (`un${action}` as const) : action;
        const report = await moderation[name](signers[subject].address, order.join());
        const pointsBefore = points;
        points = applied.has(0) ? 0 : 2_000 - 1_000 * applied.size;
        expect(report).toMatchObject({ action: name, why: order.join(), pointsBefore, points });
      };
      for (const subject of order) await act(subject);
      undoAll.push(async () => {
        for (const subject of [...applied]) await act(subject);
        expect(points).toBe(2_000);
      });
    }
    await expectSoundness();
    for (const undo of undoAll) await undo();
    await expectSoundness();
  });
});
