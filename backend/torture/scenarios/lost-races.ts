import {
  challengeSchema,
  signInResponseSchema,
  type SignInInput,
} from '../../src/sign-in/sign-in.schema.js';
import { startCluster } from '../../test/support/postgres/cluster.js';
import { endClaimsUnder } from '../../test/support/postgres/end-claims.js';
import { newSigner } from '../../test/support/signer.js';
import { signed, Visitor } from '../../test/support/visitor.js';
import { wallet } from '../../test/support/wallets.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';

const RECRUITS = 6;

/**
 * Ends claims on PostgreSQL in one transaction, as the sweep of another process does, while their recruits sign in for
 * the referrer of the claim or for another one.
 */
export async function endClaimsUnderSignIns(effort: Effort): Promise<Outcome> {
  const cluster = await startCluster();
  try {
    return await tryServer(
      effort,
      async (trial) => {
        for (let round = 0; round < effort.kills; round += 1) await signInUnderSweep(trial, round);
        return { harmed: effort.kills, measured: { 'sign-ins at once': RECRUITS } };
      },
      {
        databaseUrl: cluster.url('postgres'),
        environment: { SESSION_SECRET: 'the same for all processes of a trial' },
      },
    );
  } finally {
    await cluster.remove();
  }
}

async function requestChallenge(visitor: Visitor, referrer: string): Promise<SignInInput> {
  for (;;) {
    const response = await visitor.send('POST', '/api/session/challenge', { referrer });
    if (response.status !== 503) return challengeSchema.parse(await response.json()).input;
  }
}

async function signInUnderSweep(trial: Trial, round: number): Promise<void> {
  const { server, databaseUrl, receipts, workload, broken } = trial;
  const sameReferrer = round % 2 === 0;
  const sign = async (index: number) => {
    const signer = newSigner();
    const claimedFor = wallet(`claimed for ${round} ${index}`);
    const referrer = sameReferrer ? claimedFor : wallet(`signed for ${round} ${index}`);
    await workload.claim(server.url, signer.address, claimedFor);
    const visitor = new Visitor(server.url);
    const answer = signed(signer, await requestChallenge(visitor, referrer));
    receipts.send(signer.address, 'proven', referrer);
    return { recruit: signer.address, visitor, answer };
  };
  const signings = await Promise.all(Array.from({ length: RECRUITS }, (_, index) => sign(index)));
  const recruits = signings.map(({ recruit }) => recruit);
  const responses = await endClaimsUnder(databaseUrl, recruits, () =>
    signings.map(({ visitor, answer }) => visitor.send('POST', '/api/session', answer)),
  );
  for (const [index, response] of responses.entries()) {
    const { referral } = signInResponseSchema.parse(await response.json());
    const recruit = recruits[index] ?? '';
    if (referral?.credited === true) receipts.acknowledge(recruit, 'proven');
    else broken.push(`round ${round}: the proof of ${recruit} was answered, and not recorded`);
  }
}
