import { isReferralOf } from './referral-facts.js';
import { isOneOf, isWallet, number, TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';
import { kept, numberedInOrder } from './triggers.js';

const IS_THAT_CLAIM = `${isReferralOf('NEW.recruit')}
    AND referrer = NEW.referrer AND claimed_at = NEW.claimed_at AND status = 'claimed'`;

/** SQL of whether a wallet has declined a claim, so that nobody's word counts about it any more but its own. */
export const hasDeclined = (wallet: string): string =>
  `EXISTS (SELECT 1 FROM ended_claim WHERE recruit = ${wallet} AND reason = 'declined')`;

export const ENDED_CLAIM: Table = {
  name: 'ended_claim',
  comment:
    'Claims that count no more, and why. A row added here takes the claim from referral. A wallet that declined one is claimed no more, but may still prove who recruited it. Nothing is changed or removed.',
  definition: sql`
  ${number('1 ended first')},
  "recruit" ${TEXT} NOT NULL,
  "referrer" ${TEXT} NOT NULL,
  ${time('claimed_at')},
  "reason" ${TEXT} NOT NULL -- expired: not proven in time; declined: by the recruit; displaced: gave way to a proof, or to newer claims
    ${isOneOf('reason', ['expired', 'declined', 'displaced'])},
  ${time('ended_at')},
  ${isWallet('ended_claim', 'recruit')},
  ${isWallet('ended_claim', 'referrer')}`,
  indexes: [
    'CREATE INDEX "ended_claim_by_recruit" ON ended_claim (recruit, reason)',
    'CREATE INDEX "ended_claim_by_referrer" ON ended_claim (referrer)',
  ],
  refusals: [
    numberedInOrder('ended_claim', 'recruit'),
    {
      name: 'ended_claim_was_a_claim',
      events: ['INSERT'],
      when: `NOT EXISTS (SELECT 1 FROM referral WHERE ${IS_THAT_CLAIM})`,
      sentence: 'only a claim that is in referral can end',
    },
    kept('ended_claim', 'a claim that has ended stays written: it can be made again'),
  ],
  lock: `  PERFORM 1 FROM referral WHERE recruit = NEW.recruit FOR UPDATE;`,
  effects: [
    {
      name: 'ended_claim_taken_away',
      event: 'INSERT',
      statements: `  DELETE FROM referral WHERE ${IS_THAT_CLAIM};`,
    },
  ],
  isKept: true,
};
