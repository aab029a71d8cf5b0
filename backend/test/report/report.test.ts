import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { Unavailable } from '../../src/core/errors.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Audit } from '../../src/verify/audit.js';
import { ClaimTerm } from '../../src/referral/claim-term.js';
import { reportSchema, type Report } from '../../src/report/report.schema.js';
import { ReportRepository } from '../../src/report/report.repository.js';
import { ReportService } from '../../src/report/report.service.js';
import { Settings } from '../../src/settings.js';
import { claim, downloadEntries, getLeaderboard } from '../support/api.js';
import { newSigner } from '../support/signer.js';
import { sharedServer, type SharedServer } from '../support/shared-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const MINUTE_MS = 60_000;

const server = sharedServer({ TRUST_PROXY: '1' });

function serviceOf({ database }: SharedServer): ReportService {
  const clock = new Clock();
  return new ReportService(
    new ReportRepository(database.backgroundReading.manager),
    new ClaimTerm(clock, new Settings({})),
    clock,
  );
}

const level = (wallets: number, recruitedNobody: number) => ({ wallets, recruitedNobody });

async function recruit(referrer: string): Promise<string> {
  const signer = newSigner();
  await new Visitor(server.url).signIn(signer, referrer);
  return signer.address;
}

describe('GET /api/report', () => {
  test('reports an empty site', async () => {
    const response = await fetch(`${server.url}/api/report`);
    expect(response.headers.get('etag')).toMatch(/^"/);
    const { wallets, levels, payout, weeks } = reportSchema.parse(await response.json());
    expect({ wallets, levels, payout }).toEqual({
      wallets: 0,
      levels: [],
      payout: { paid: 0, lost: 0, most: 0 },
    });
    expect(weeks).toHaveLength(13);
  });
});

describe('the report', () => {
  let members: Readonly<Record<'f' | 'a' | 'b' | 'c' | 'd' | 'e', string>>;

  beforeAll(async () => {
    const f = wallet('f');
    const [a, b] = [await recruit(f), await recruit(f)];
    const [c, d] = [await recruit(a), await recruit(a)];
    members = { f, a, b, c, d, e: await recruit(c) };
    await claim(server.url, b, wallet('claimed'));
  });

  const current = (): Promise<Report> => serviceOf(server).current();

  async function expectAgreement(report: Report): Promise<void> {
    const audit = new Audit();
    for (const line of (await downloadEntries(server.url)).trimEnd().split('\n')) audit.read(line);
    audit.finish();
    expect(audit.differences).toEqual([]);
    const recruits = audit.points.reduce((sum, { recruits }) => sum + recruits, 0);
    const { entries } = await getLeaderboard(server.url);
    expect(report.payout.paid).toBe(recruits);
    expect(report.weeks.at(-1)?.proven).toBe(recruits);
    expect(entries.reduce((sum, { provenRecruits }) => sum + provenRecruits, 0)).toBe(recruits);
    const [held] = await select(
      server.database.reading,
      z.object({ points: z.int() }),
      'SELECT CAST(sum(points) AS integer) AS points FROM wallet WHERE banned_at IS NULL',
    );
    expect(report.points.total).toBe(held?.points);
  }

  async function moderate(action: 'ban' | 'revoke' | 'unban' | 'unrevoke', subject: string) {
    await new ModerationService(server.database.writer, new Clock())[action](subject, 'a test');
  }

  test('counts wallets, levels, points and the payout', async () => {
    const report = await current();
    expect(report).toMatchObject({
      wallets: 7,
      claimed: 1,
      levels: [level(1, 0), level(2, 1), level(2, 1), level(1, 1)],
      points: { wallets: 6, total: 5_500, topPercent: 2_100, topTenPercent: 2_100 },
      payout: { paid: 5, lost: 4, most: 3.25 },
    });
    expect(report.weeks.at(-1)).toMatchObject({ wallets: 7, proven: 5, claimed: 1 });
    await expectAgreement(report);
  });

  test('omits a revoked referral and the referrals of banned referrers, like the leaderboard', async () => {
    await moderate('ban', members.a);
    const banned = await current();
    expect(banned).toMatchObject({
      wallets: 6,
      levels: [level(2, 0), level(3, 3)],
      payout: { paid: 3, lost: 3, most: 2 },
    });
    await expectAgreement(banned);
    await moderate('revoke', members.e);
    const revoked = await current();
    expect(revoked).toMatchObject({
      levels: [level(1, 0), level(2, 2)],
      payout: { paid: 2, lost: 2, most: 2 },
    });
    await expectAgreement(revoked);
    await moderate('unban', members.a);
    await moderate('ban', members.b);
    const unbanned = await current();
    expect(unbanned).toMatchObject({
      claimed: 0,
      levels: [level(1, 0), level(2, 1), level(2, 2)],
      payout: { paid: 4 },
    });
    await expectAgreement(unbanned);
  });
});

describe('a report', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('is at most ten minutes old', async () => {
    const time = jest.spyOn(performance, 'now').mockReturnValue(0);
    const reports = serviceOf(server);
    const { wallets } = await reports.current();
    await claim(server.url, wallet('ageing'), wallet('younger'));
    time.mockReturnValue(9 * MINUTE_MS);
    await reports.current();
    time.mockReturnValue(10 * MINUTE_MS);
    expect((await reports.current()).wallets).toBe(wallets + 2);
  });

  test('is served even if the database cannot be read; after ten minutes, requests fail', async () => {
    const time = jest.spyOn(performance, 'now').mockReturnValue(0);
    const reports = serviceOf(server);
    const first = await reports.current();
    const down = new Unavailable('down', 5);
    jest.spyOn(ReportRepository.prototype, 'pages').mockImplementation(async function* () {
      yield await Promise.reject(down);
    });
    time.mockReturnValue(6 * MINUTE_MS);
    expect(await reports.current()).toEqual(first);
    time.mockReturnValue(11 * MINUTE_MS);
    await expect(reports.current()).rejects.toBe(down);
  });

  test('is at most ten minutes old even if counting took longer: then, the request fails', async () => {
    const time = jest.spyOn(performance, 'now').mockReturnValue(0);
    jest.spyOn(ReportRepository.prototype, 'pages').mockImplementation(async function* () {
      time.mockReturnValue(10 * MINUTE_MS);
      yield await Promise.resolve(Uint32Array.of(1, 20_261_126, 0, 0, 0, 0));
    });
    await expect(serviceOf(server).current()).rejects.toThrow(Unavailable);
  });

  test('makes a request fail as Unavailable if counting takes too long; a later request shares the count', async () => {
    let resolve: (page: Uint32Array) => void = () => undefined;
    const counting = new Promise<Uint32Array>((done) => (resolve = done));
    jest.spyOn(ReportRepository.prototype, 'pages').mockImplementation(async function* () {
      yield await counting;
    });
    const reports = serviceOf(server);
    await expect(reports.current(1)).rejects.toThrow(
      new Unavailable('The report is being counted.', 5),
    );
    const shared = reports.current();
    resolve(Uint32Array.of(1, 20_261_126, 0, 0, 0, 0));
    expect((await shared).wallets).toBe(1);
    expect(ReportRepository.prototype.pages).toHaveBeenCalledTimes(1);
  });
});
