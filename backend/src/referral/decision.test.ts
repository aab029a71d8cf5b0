import { expect, test } from '@jest/globals';
import { decide, type Cycle, type Evidence, type Facts } from './decision.js';

const NEW: Facts = {
  referrer: 'referrer',
  recruit: 'recruit',
  existing: null,
  hasDeclined: false,
  isRevoked: false,
  isReferrerBanned: false,
  isRecruitBanned: false,
  hasRecruits: false,
};

type Existing = NonNullable<Facts['existing']>;

const claimed: Existing = { referrer: 'referrer', status: 'claimed', hasExpired: false };
const expired: Existing = { ...claimed, hasExpired: true };
const proven: Existing = { ...claimed, status: 'proven' };
const byOther = (existing: Existing): Existing => ({ ...existing, referrer: 'other' });

const cycle: Cycle = { isMet: true, weakest: 'claimed' };
const provenCycle: Cycle = { isMet: true, weakest: null };
const longChain: Cycle = { isMet: false, weakest: 'claimed' };
const longProvenChain: Cycle = { isMet: false, weakest: null };

interface Case {
  readonly facts?: Partial<Facts>;
  readonly cycle?: Cycle | null;
  readonly claim: string;
  readonly proof: string;
}

const CASES: Record<string, Case> = {
  'the recruit has no referral': { claim: 'new', proof: 'new' },
  'referrer and recruit are one wallet': {
    facts: { recruit: 'referrer' },
    claim: 'own',
    proof: 'own',
  },
  'this referrer has claimed the recruit': {
    facts: { existing: claimed },
    claim: 'recorded as claimed',
    proof: 'confirms',
  },
  'another referrer has claimed the recruit': {
    facts: { existing: byOther(claimed) },
    claim: 'taken',
    proof: 'replaces',
  },
  'this referrer’s claim has expired': {
    facts: { existing: expired },
    claim: 'replaces',
    proof: 'confirms',
  },
  'another referrer’s claim has expired': {
    facts: { existing: byOther(expired) },
    claim: 'replaces',
    proof: 'replaces',
  },
  'a referral by this referrer is proven': {
    facts: { existing: proven },
    claim: 'recorded as proven',
    proof: 'recorded as proven',
  },
  'a referral for another referrer is proven': {
    facts: { existing: byOther(proven) },
    claim: 'taken',
    proof: 'final',
  },
  'a referral for another referrer was proven long ago': {
    facts: { existing: { ...byOther(proven), hasExpired: true } },
    claim: 'taken',
    proof: 'final',
  },
  'the recruit has declined': { facts: { hasDeclined: true }, claim: 'declined', proof: 'new' },
  'the recruit was revoked': {
    facts: { isRevoked: true, hasRecruits: true },
    claim: 'revoked',
    proof: 'revoked',
  },
  'the referrer is banned': {
    facts: { isReferrerBanned: true, hasRecruits: true },
    claim: 'banned',
    proof: 'banned',
  },
  'the referrer is banned, but has claimed the recruit': {
    facts: { existing: claimed, isReferrerBanned: true },
    claim: 'recorded as claimed',
    proof: 'banned',
  },
  'the recruit has recruits': { facts: { hasRecruits: true }, claim: 'search', proof: 'search' },
  'the recruit has recruits, but is no ancestor of the referrer': {
    facts: { hasRecruits: true },
    cycle: null,
    claim: 'new',
    proof: 'new',
  },
  'a cycle with a claim': { cycle, claim: 'cycle', proof: 'new, ends claimed' },
  'a cycle with a claim, and an expired claim on the recruit': {
    facts: { existing: byOther(expired) },
    cycle,
    claim: 'cycle',
    proof: 'replaces, ends claimed',
  },
  'a cycle of proofs': { cycle: provenCycle, claim: 'cycle', proof: 'cycle' },
  'a chain with a claim, too long to search': {
    cycle: longChain,
    claim: 'new, ends claimed',
    proof: 'new, ends claimed',
  },
  'a chain of proofs, too long to search': {
    cycle: longProvenChain,
    claim: 'cycle',
    proof: 'cycle',
  },
};

function describeDecision(facts: Facts, evidence: Evidence, found: Cycle | null | undefined) {
  const decision = found === undefined ? decide(facts, evidence) : decide(facts, evidence, found);
  switch (decision.verdict) {
    case 'rejected':
      return decision.reason;
    case 'recorded':
      return `recorded as ${decision.status}`;
    case 'search':
      return 'search';
    default:
      return decision.verdict + (decision.ends === null ? '' : `, ends ${decision.ends}`);
  }
}

test.each(Object.entries(CASES).map(([name, given]) => ({ name, ...given })))(
  '$name: the verdict on a claim is “$claim”, on a proof “$proof”',
  ({ facts, cycle: found, claim, proof }) => {
    const all = { ...NEW, ...facts };
    expect(describeDecision(all, 'claim', found)).toBe(claim);
    expect(describeDecision(all, 'proof', found)).toBe(proof);
  },
);
