import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { openDatabase } from '../../src/open-database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { CheckInRepository } from '../../src/points/check-in.repository.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { checksOf, examine } from '../../src/doctor/examine.js';
import { describeReport, doctorReportSchema, type CheckReport } from '../../src/doctor/report.js';
import { Settings } from '../../src/settings.js';
import { claim, getStats } from '../support/api.js';
import { startCampaign, type Campaign } from '../support/data/campaign.js';
import { contentsOf } from '../support/data/contents.js';
import { DERIVED, FINAL, GAPS, statementsOf, type Damage } from './damages.js';
import { openShell } from '../support/shell.js';
import { newSigner } from '../support/signer.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { atOneMoment, select } from '../../src/database/reader.js';

let campaign: Campaign;
let doctor: Doctor;

beforeAll(async () => {
  campaign = await startCampaign();
  doctor = new Doctor(campaign.server.database, new Clock());
});

afterAll(() => campaign.server.close());

async function damage(damages: readonly Damage[]): Promise<void> {
  const shell = await openShell(campaign.server.databaseUrl);
  try {
    await shell.transaction(async (manager) => {
      for (const statement of statementsOf(damages, campaign.cast)) await manager.query(statement);
    });
  } finally {
    await shell.destroy();
  }
}

async function lookDuring(damages: readonly Damage[]): Promise<CheckReport[]> {
  const looked: CheckReport[] = [];
  const takenBack = new Error('taken back');
  const work = campaign.server.database.writer.write(async (manager) => {
    for (const statement of statementsOf(damages, campaign.cast)) await manager.query(statement);
    const renewSnapshot = () => Promise.resolve();
    const context = { manager, published: null, renewSnapshot };
    looked.push(...(await examine(context, checksOf(manager))));
    throw takenBack;
  });
  await expect(work).rejects.toBe(takenBack);
  return looked;
}

function faultsIn(checks: readonly CheckReport[]): string[] {
  return checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}

function overlooked(damages: readonly Damage[], checks: readonly CheckReport[]): string[] {
  const found = faultsIn(checks).join('\n');
  return damages.filter(({ fault }) => !fault.test(found)).map(({ what }) => what);
}

test('reads in atOneMoment see a snapshot that a write does not change', async () => {
  const { reading, writer } = campaign.server.database;
  const count = 'SELECT count(*) AS count FROM sign_in_challenge';
  await atOneMoment(reading, async (manager) => {
    const before: unknown = await manager.query(count);
    await writer.write((writing) => writing.query('DELETE FROM sign_in_challenge'));
    expect(await manager.query(count)).toEqual(before);
  });
  expect(await select(reading, z.object({ count: z.int() }), count)).toEqual([{ count: 0 }]);
});

describe('doctor', () => {
  test('finds no fault after claims, proofs, check-ins, bans and revocations', async () => {
    const report = await doctor.look();
    expect(faultsIn(report.checks)).toEqual([]);
    expect(doctorReportSchema.parse(report)).toEqual(report);
    expect([report.ok, report.repairs]).toEqual([true, []]);
    expect(report.checks.map(({ looked }) => looked)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/log entr/),
        '8 wallets',
        '1 revoked referral',
      ]),
    );
  });

  test('finds no fault after a claim was declined', async () => {
    const { server, cast } = campaign;
    const [recruit, visitor] = [newSigner(), new Visitor(server.url)];
    await visitor.refer(cast.top, recruit.address);
    await visitor.signIn(recruit);
    expect((await visitor.send('DELETE', '/api/referral')).status).toBe(204);
    expect(faultsIn((await doctor.look()).checks)).toEqual([]);
  });

  test('prints the numbers of the failed checks at the end', async () => {
    const { checks } = await doctor.look();
    const spoilt = checks.map((check) => ({ ...check, ok: check.ok && check.number % 10 !== 2 }));
    expect(describeReport({ ok: false, repairs: [], checks: spoilt })).toMatch(
      /\nSomething is wrong: see 2, 12\.$/,
    );
  });

  test('finds and repairs damaged derived data and a missing trigger, index and view', async () => {
    const before = await contentsOf(campaign.server.database);
    await damage(DERIVED);
    const found = await doctor.look();
    expect(overlooked(DERIVED, found.checks)).toEqual([]);
    expect(found.ok).toBe(false);
    expect(faultsIn((await doctor.look()).checks)).toEqual(faultsIn(found.checks));

    const mended = await doctor.repair();
    expect(faultsIn(mended.checks)).toEqual([]);
    expect(mended.repairs.length).toBeGreaterThan(0);
    expect(mended.repairs.filter(({ error }) => error !== null)).toEqual([]);
    expect(doctorReportSchema.parse(mended)).toEqual(mended);
    expect(await contentsOf(campaign.server.database)).toEqual(before);
  });

  test('repairs during concurrent writes without losing a write', async () => {
    const { server, cast } = campaign;
    await damage(DERIVED.filter(({ what }) => what === 'a ranking that is counted wrongly'));
    const location = new Settings({ DATABASE_URL: server.databaseUrl }).database;
    const own = await openDatabase(location, 'tool');
    const mending = { goesOn: true };
    const mended = new Doctor(own, new Clock()).repair().finally(() => (mending.goesOn = false));
    let claims = 0;
    for (; mending.goesOn; claims += 4) {
      const recruits = Array.from({ length: 4 }, (_, index) => wallet(`visitor ${claims + index}`));
      const answers = await Promise.all(
        recruits.map((recruit) => claim(server.url, cast.bottom, recruit)),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    }
    await mended;
    await own.close();
    expect(faultsIn((await doctor.look()).checks)).toEqual([]);
    expect((await getStats(server.url, cast.bottom)).directRecruits).toBe(claims);
  });

  test('finds and adds missing points', async () => {
    const before = await contentsOf(campaign.server.database);
    await damage(GAPS);
    expect(overlooked(GAPS, (await doctor.look()).checks)).toEqual([]);
    expect(faultsIn((await doctor.repair()).checks)).toEqual([]);
    const after = await contentsOf(campaign.server.database);
    expect(after.wallet).toEqual(before.wallet);
  });

  test('withholds the missing points that it adds to a banned wallet, until the ban is lifted', async () => {
    const { server, clock, cast } = campaign;
    const moderation = new ModerationService(server.database.writer, clock);
    const pointsOf = async () => (await getStats(server.url, cast.bottom)).points;
    const before = await pointsOf();
    await damage(GAPS.filter(({ what }) => what.includes('check-in')));
    const shell = await openShell(server.databaseUrl);
    await shell.query('UPDATE wallet SET points = 0 WHERE address = $1', [cast.bottom]);
    await shell.destroy();
    await moderation.ban(cast.bottom, 'bought recruits');
    expect(faultsIn((await doctor.repair()).checks)).toEqual([]);
    expect(await pointsOf()).toBe(0);
    await moderation.unban(cast.bottom, 'it was a mistake');
    expect(before).toBe(100);
    expect(await pointsOf()).toBe(before);
    expect(faultsIn((await doctor.look()).checks)).toEqual([]);
  });

  test('finds and removes points of a banned wallet', async () => {
    const { server, clock, cast } = campaign;
    const moderation = new ModerationService(server.database.writer, clock);
    await moderation.ban(cast.bottom, 'bought recruits');
    await server.database.writer.write((manager) =>
      new CheckInRepository(manager).checkIn([cast.bottom], clock.now()),
    );
    expect(faultsIn((await doctor.look()).checks)).toEqual([
      expect.stringContaining(`${cast.bottom} is banned, but has 100 points`),
    ]);
    expect(faultsIn((await doctor.repair()).checks)).toEqual([]);
    await moderation.unban(cast.bottom, 'it was a mistake');
    expect((await getStats(server.url, cast.bottom)).points).toBe(200);
  });

  test('reports orphans, cycles, forged proofs and a wrong ledger, each with a remedy', async () => {
    const checks = await lookDuring(FINAL);
    expect(overlooked(FINAL, checks)).toEqual([]);
    const told = checks.filter(({ ok }) => !ok).map(({ remedy }) => remedy);
    expect(told).not.toContain(null);
  });

  test('keeps a referral with an invalid signature during a repair', async () => {
    const forged = FINAL.filter(({ what }) => what === 'an invalid signature');
    await damage(forged);
    const before = await contentsOf(campaign.server.database);
    const report = await doctor.repair();
    expect(overlooked(forged, report.checks)).toEqual([]);
    expect(report.ok).toBe(false);
    expect((await contentsOf(campaign.server.database)).referral).toEqual(before.referral);
  });
});
