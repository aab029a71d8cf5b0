import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { actionReportSchema } from '../../src/moderation/moderation.schema.js';
import { PROGRAM } from '../../src/ops/program.js';
import { walletReportSchema } from '../../src/ops/wallet.js';
import { getStats } from '../support/api.js';
import { callOps } from '../support/call-ops.js';
import { startCampaign, type Campaign } from '../support/data/campaign.js';
import { whileNothingCanBeWritten } from '../support/shell.js';
import { wallet } from '../support/wallets.js';

describe('ops', () => {
  const commands = PROGRAM.commands.map((command): [string, typeof command] => [
    command.name(),
    command,
  ]);

  test.each(commands)('%s --help lists the exit statuses and --json', (_name, command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help).toMatch(/^Exit status:\n {2}0 {2}\w.*\n(?: {2}1 {2}\w.*\n)? {2}2 {2}\w/m);
    expect(help).toMatch(/^ +--json +print JSON/m);
    expect(help).not.toMatch(/\(default: \[\]\)/);
  });

  test.each(commands)('%s --help has an example whose options exist', (name, command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    const [, example = ''] = /^Example:\n {2}ops (.+)$/m.exec(help) ?? [];
    expect(example.split(' ', 1)).toEqual([name]);
    const options = example.match(/--[\w-]+/g) ?? [];
    expect(command.options.map(({ long }) => long)).toEqual(expect.arrayContaining(options));
  });

  test.each([
    ['ban', 'published'],
    ['unban', 'published'],
    ['revoke', 'published'],
    ['unrevoke', 'published'],
    ['new-log', 'published'],
    ['sign-out-all', 'recorded'],
  ])('%s --help says that the reason is %s', (name, use) => {
    const help = PROGRAM.commands.find((command) => command.name() === name)?.helpInformation();
    expect(help?.replace(/\s+/g, ' ')).toContain(`the reason, ${use} for good (required)`);
  });

  test('--help lists and describes every command', () => {
    const help = PROGRAM.helpInformation();
    for (const [name, command] of commands) {
      expect(help).toContain(command.description().slice(0, 30));
      expect(help).toMatch(new RegExp(`^ +${name} `, 'm'));
    }
  });
});

describe('the tool, while the server serves,', () => {
  let campaign: Campaign;

  beforeAll(async () => {
    campaign = await startCampaign();
  });

  afterAll(() => campaign.server.close());

  async function report<Report>(schema: z.ZodType<Report>, ...words: string[]): Promise<Report> {
    const { databaseUrl } = campaign.server;
    const { status, stdout, stderr } = await callOps(databaseUrl, [...words, '--json']);
    expect([status, stderr]).toEqual([0, '']);
    return schema.parse(JSON.parse(stdout));
  }

  test('shows a wallet with the same figures as the API, and at most --events events of its story', async () => {
    const { server, cast } = campaign;
    const now = jest.spyOn(Clock.prototype, 'now').mockReturnValue(campaign.clock.now());
    const shown = await report(walletReportSchema, 'wallet', cast.top, '--events', '1000');
    now.mockRestore();
    expect(shown.stats).toEqual(await getStats(server.url, cast.top));
    expect(shown).toMatchObject({ bannedAt: null, suspicions: [] });
    expect(shown.story.at(-1)?.event).toBe(`joined as number ${shown.number}`);
    expect(shown.story.map(({ event }) => event)).toContain(`recruit proven: ${cast.left}`);
    const { story } = await report(walletReportSchema, 'wallet', cast.top, '--events', '2');
    expect(story).toEqual(shown.story.slice(0, 2));
    const { stdout } = await callOps(server.databaseUrl, ['wallet', cast.top]);
    expect(stdout).toMatch(new RegExp(`^Wallet +${cast.top}\\n {2}joined +as number \\d+, 2`));
  });

  test('reports an unknown wallet in one line', async () => {
    const { databaseUrl } = campaign.server;
    expect(await callOps(databaseUrl, ['wallet', wallet('nobody')])).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: The wallet ${wallet('nobody')} is unknown.\n`,
    });
  });

  test('removes points and rank with ban, and restores them with unban', async () => {
    const { server, cast } = campaign;
    const before = await getStats(server.url, cast.left);
    const why = ['--why', 'bought recruits'];
    const ban = await report(actionReportSchema, 'ban', cast.left, ...why);
    expect(ban).toMatchObject({ action: 'ban', why: why[1], points: 0, subject: cast.left });
    expect(await getStats(server.url, cast.left)).toMatchObject({ points: 0, rank: null });
    const unban = await report(actionReportSchema, 'unban', cast.left, '--why', 'a mistake');
    expect(unban).toMatchObject({ number: ban.number + 1, points: before.points });
    expect(await getStats(server.url, cast.left)).toEqual(before);
  });

  test('removes a recruit with revoke, and restores it with unrevoke', async () => {
    const { server, cast } = campaign;
    const before = await getStats(server.url, cast.top);
    const revoke = await report(actionReportSchema, 'revoke', cast.left, '--why', 'not a person');
    expect(revoke).toMatchObject({ wallet: cast.top, points: before.points - 1000 });
    const { provenRecruits } = await getStats(server.url, cast.top);
    expect(provenRecruits).toBe(before.provenRecruits - 1);
    await report(actionReportSchema, 'unrevoke', cast.left, '--why', 'a person');
    expect(await getStats(server.url, cast.top)).toEqual(before);
  });

  test('exits with 1 and one line for the ban of an unknown wallet', async () => {
    const words = ['ban', wallet('nobody'), '--why', 'no reason'];
    expect(await callOps(campaign.server.databaseUrl, words)).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: ${wallet('nobody')}: this wallet is unknown\n`,
    });
  });

  test('exits with 2 and mentions the lock if an open transaction prevents writing', async () => {
    const { databaseUrl } = campaign.server;
    const { status, stderr } = await whileNothingCanBeWritten(databaseUrl, () =>
      callOps(databaseUrl, ['ban', campaign.cast.top, '--why', 'no reason']),
    );
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^error: The database cannot be written now\. Try again shortly\. \(.*lock.*\)\n$/,
      ),
    ]);
  });

  test('exits with 2 if revoke gets a recruit and also --since', async () => {
    const words = ['revoke', campaign.cast.left, '--since', '2026-11-21', '--why', 'no reason'];
    const { status, stderr } = await callOps(campaign.server.databaseUrl, words);
    expect([status, stderr]).toEqual([2, expect.stringContaining('a referrer by --of')]);
  });

  test('exits with 2 for an invalid wallet', async () => {
    const words = ['ban', 'somebody', '--why', 'no reason'];
    const { status, stderr } = await callOps(campaign.server.databaseUrl, words);
    expect([status, stderr]).toEqual([2, expect.stringContaining('base58 of exactly 32 bytes')]);
  });
});
