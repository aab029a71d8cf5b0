import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { leaderboardSchema } from '@backend/leaderboard/leaderboard.schema';
import { pyramidSchema } from '@backend/pyramid/pyramid.schema';
import { referralStatsSchema } from '@backend/referral-stats/referral-stats.schema';
import { sessionSchema } from '@backend/session/session.schema';
import { challengeSchema, signInResponseSchema } from '@backend/sign-in/sign-in.schema';
import { logEntrySchema } from '@backend/transparency-log/log-entry.schema';
import { EXAMPLE_RECRUIT, EXAMPLE_REFERRER } from '@backend/wallet/address';
import { boardAnswer } from '@/features/leaderboard/board-answer';
import { actionEntry, newLogEntry, proofEntry } from '@/features/proof/log-download';
import { pyramidAnswer } from '@/features/pyramid/pyramid-answer';
import { statsAnswer } from '@/features/referral/use-referral-stats';
import { challengeAnswer } from '@/features/session/sign-in-with';
import { sessionAnswer, signInAnswer } from '@/features/session/use-session';
import type { Check } from '@/lib/check';

function exampleOf(schema: z.ZodType): object {
  const example = schema.meta()?.['example'];
  if (!(example instanceof Object)) throw new Error('the schema has no example');
  return example;
}

const REVOCATION = {
  action: 'revoke',
  subject: EXAMPLE_RECRUIT,
  why: 'a farm',
  at: '2026-11-23T12:01:00.000Z',
};

const NEW_LOG = {
  action: 'new-log',
  formerCheckpoint: '',
  why: 'a backup',
  at: '2026-11-23T12:01:00.000Z',
};

const WEEK = {
  name: '2026-W48',
  begins: '2026-11-23T00:00:00.000Z',
  ends: '2026-11-30T00:00:00.000Z',
  previous: '2026-W47',
};

const ANSWERS: readonly [
  name: string,
  answer: unknown,
  check: Check<unknown>,
  required: readonly string[],
][] = [
  ['stats', exampleOf(referralStatsSchema), statsAnswer, ['directRecruits', 'points']],
  [
    'board',
    { ...exampleOf(leaderboardSchema), week: WEEK },
    boardAnswer,
    [
      'entries',
      'entries.0.rank',
      'entries.0.wallet',
      'entries.0.recruits',
      'entries.0.provenRecruits',
      'entries.0.points',
      'total',
      'week.ends',
    ],
  ],
  [
    'pyramid',
    exampleOf(pyramidSchema),
    pyramidAnswer(EXAMPLE_REFERRER),
    [
      'wallet',
      'levels',
      'levels.0.level',
      'levels.0.recruits',
      'levels.0.proven',
      'nodes',
      'nodes.0.wallet',
      'nodes.0.referrer',
      'nodes.0.level',
      'nodes.0.status',
      'nodes.0.recruits',
      'complete',
    ],
  ],
  ['session', exampleOf(sessionSchema), sessionAnswer, ['wallet']],
  [
    'sign-in',
    exampleOf(signInResponseSchema),
    signInAnswer(EXAMPLE_RECRUIT),
    ['wallet', 'referral', 'referral.referrer', 'referral.status', 'referral.credited'],
  ],
  [
    'challenge',
    exampleOf(challengeSchema),
    challengeAnswer,
    [
      'input',
      'input.domain',
      'input.statement',
      'input.uri',
      'input.version',
      'input.chainId',
      'input.nonce',
      'input.issuedAt',
      'input.expirationTime',
    ],
  ],
  [
    'proof',
    exampleOf(logEntrySchema),
    proofEntry,
    ['action', 'message', 'signature', 'recruit', 'referrer', 'at'],
  ],
  ['revocation', REVOCATION, actionEntry, ['action', 'subject', 'why', 'at']],
  ['new log', NEW_LOG, newLogEntry, ['action', 'formerCheckpoint', 'why', 'at']],
];

function pathsOf(value: unknown, above = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = above === '' ? name : `${above}.${name}`;
    return [...(Array.isArray(value) ? [] : [path]), ...pathsOf(inner, path)];
  });
}

function changed(
  answer: unknown,
  path: string,
  change: (holder: object, field: string) => void,
): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(answer));
  const names = path.split('.');
  const field = names.pop() ?? '';
  const holder = names.reduce<unknown>(
    (at, name) => (at instanceof Object ? Reflect.get(at, name) : at),
    copy,
  );
  if (!(holder instanceof Object)) throw new Error(`the answer has no parent of ${path}`);
  change(holder, field);
  return copy;
}

describe.each(ANSWERS)('JSON of the kind “%s”', (_name, answer, check, required) => {
  const without = (path: string) =>
    check(changed(answer, path, (holder, field) => Reflect.deleteProperty(holder, field)));
  const withValue = (path: string, value: unknown) =>
    check(changed(answer, path, (holder, field) => Reflect.set(holder, field, value)));
  const paths = pathsOf(answer);
  const optional = paths.filter((path) => !required.includes(path));

  it('is accepted, also with unknown fields or without optional ones', () => {
    expect(check(answer)).toEqual(answer);
    for (const path of paths) expect(withValue(`${path}Later`, [1])).toBeDefined();
    for (const path of optional) {
      expect([path, without(path)]).toEqual([path, expect.anything()]);
    }
  });

  it('is rejected if a required field is missing or has another type', () => {
    expect(paths).toEqual(expect.arrayContaining([...required]));
    for (const path of required) {
      expect([path, without(path)]).toEqual([path, undefined]);
      expect([path, withValue(path, { from: 'a later release' })]).toEqual([path, undefined]);
    }
  });
});
