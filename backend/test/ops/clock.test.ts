import { expect, test } from '@jest/globals';
import { SITE_CHECKS } from '../../src/operator/site-checks.js';
import { Settings } from '../../src/settings.js';
import { WalletRepository } from '../../src/wallet/wallet.repository.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const NEWEST = new Date('2026-11-26T12:00:00.000Z');

const isClock = ({ name }: { readonly name: string }): boolean => name.includes('clock');

const settings = new Settings({});

test.each([
  { now: '2026-11-26T12:00:00.000Z', fault: null },
  { now: '2026-11-27T11:00:00.000Z', fault: null },
  { now: '2026-11-26T11:59:30.000Z', fault: null },
  { now: '2026-11-26T09:00:00.000Z', fault: /3 hours after the system clock: the clock is behind/ },
])(
  'ops status reports a clock that is 3 hours behind the newest row, but not one that is 30 s behind or 23 hours ahead: $now',
  async ({ now, fault }) => {
    await withDatabase(async ({ reading: { manager }, writer, measureStorage }) => {
      const site = { settings, manager, measureStorage, server: null };
      const look = () => SITE_CHECKS.find(isClock)?.look({ ...site, now: new Date(now) });
      expect(await look()).toEqual({ looked: 'no rows', faults: [] });
      // The newest row is the row inserted last, even if an earlier row has a later time.
      const ahead = new Date('2027-01-05T12:00:00.000Z');
      await writer.write((manager) => new WalletRepository(manager).join([[wallet(0)]], ahead));
      await writer.write((manager) => new WalletRepository(manager).join([[wallet(1)]], NEWEST));
      expect(await look()).toEqual({
        looked: `newest row ${NEWEST.toISOString()}`,
        faults: fault === null ? [] : [expect.stringMatching(fault)],
      });
    });
  },
);
