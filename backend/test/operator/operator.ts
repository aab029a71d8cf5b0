import type { StatusReport } from '../../src/operator/status-report.js';
import { wallet } from '../support/wallets.js';

export const TOKEN = 'the-token-of-an-operator-0123456789';

export const REPORT: StatusReport = {
  at: '2026-11-20T12:00:00.000Z',
  version: '1.0.0',
  build: '3732666f18a1',
  origin: 'https://pyramidion.example',
  warnings: [],
  remarks: [],
  checks: [{ name: 'The server is ready', ok: true, looked: 'http://127.0.0.1:3000' }],
  days: Array.from({ length: 7 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 20 - index)).toISOString().slice(0, 10),
    signIns: 10 - index,
    claims: 60 - index,
    proofs: 1234,
  })),
  growth: [{ wallet: wallet('top'), week: 5, weekBefore: 3 }],
  suspects: [
    { wallet: wallet('star'), reason: 'star: of 25 recruits, none has recruited anybody' },
  ],
  unproven: 58,
  actions: [
    {
      actedAt: '2026-11-19T12:00:00.000Z',
      action: 'ban',
      subject: wallet('banned'),
      why: `<script>alert('"&"')</script>\u202e`,
    },
  ],
};
