import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Doctor } from '../../src/doctor/doctor.js';
import { signOutReportSchema } from '../../src/moderation/moderation.schema.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Settings } from '../../src/settings.js';
import { startCampaign, type Campaign } from '../support/data/campaign.js';
import { readStatus } from '../support/read-status.js';
import { SettableClock } from '../support/settable-clock.js';
import { runOps } from '../support/run-ops.js';
import { newSigner } from '../support/signer.js';
import { Visitor } from '../support/visitor.js';

const DAY_MS = 86_400_000;

/** Settings with a port and a URL at which no server listens. */
const NOBODY = { PORT: '2', SOLANA_RPC_URL: 'http://127.0.0.1:2' };

describe('signing everybody out', () => {
  let campaign: Campaign;

  beforeAll(async () => {
    campaign = await startCampaign();
  });

  afterAll(() => campaign.server.close());

  test('ends all sessions, and is recorded in the audit log', async () => {
    const { server, clock } = campaign;
    const visitor = new Visitor(server.url);
    const signer = newSigner();
    await visitor.signIn(signer);
    expect((await visitor.session()).wallet).toBe(signer.address);

    // Six sessions of the campaign's first day, one of `top` on the second day, and one of this visitor.
    const report = await new ModerationService(server.database.writer, clock).signOutAll(
      'a stolen disk',
    );
    expect(report).toMatchObject({ action: 'sign-out-all', sessions: 8 });
    expect((await visitor.session()).wallet).toBeNull();

    const { ok } = await new Doctor(server.database, clock).look();
    expect(ok).toBe(true);

    const settings = new Settings(NOBODY);
    const { actions } = await readStatus(server.database, settings, clock);
    expect(actions[0]).toMatchObject({ subject: 'everybody', why: 'a stolen disk' });

    await visitor.signIn(signer);
    expect((await visitor.session()).wallet).toBe(signer.address);
  });

  test('is reported as JSON by ops sign-out-all --json', async () => {
    const { databaseUrl } = campaign.server;
    const words = ['sign-out-all', '--why', 'a leak', '--json'];
    const { status, stdout } = await runOps(databaseUrl, ...words);
    expect(status).toBe(0);
    expect(signOutReportSchema.parse(JSON.parse(stdout))).toMatchObject({ why: 'a leak' });
  });

  test('also ends a session that has expired by the system clock', async () => {
    const { server, clock } = campaign;
    const visitor = new Visitor(server.url);
    await visitor.signIn(newSigner());
    const ahead = new SettableClock(new Date(clock.now().getTime() + 8 * DAY_MS).toISOString());
    await new ModerationService(server.database.writer, ahead).signOutAll('a leak');
    expect((await visitor.session()).wallet).toBeNull();
  });
});
