import { claim } from '../../test/support/api.js';
import { newSigner } from '../../test/support/signer.js';
import { Visitor } from '../../test/support/visitor.js';
import { wallet } from '../../test/support/wallets.js';
import type { Effort, Outcome } from '../report.js';
import { tryServer, type Trial } from '../trial.js';

/** Length of the attacker's chain, which exceeds MAX_ANCESTORS. */
const LENGTH = 2_100;

const VICTIMS = 5;

export async function buryVictims(effort: Effort): Promise<Outcome> {
  return tryServer(effort, async (trial) => {
    for (let round = 0; round < effort.kills; round += 1) await buryOnce(trial, round);
    return { harmed: effort.kills * VICTIMS, measured: { 'claims in the chain': LENGTH } };
  });
}

async function buryOnce(trial: Trial, round: number): Promise<void> {
  const link = (index: number): string => wallet(`chain ${round} ${index}`);
  for (let index = 0; index < LENGTH; index += 1) {
    await attack(trial, link(index), link(index + 1));
  }
  for (let victim = 0; victim < VICTIMS; victim += 1) {
    const name = `${round} ${victim}`;
    await attack(trial, link(LENGTH), wallet(`victim ${name}`));
    await recruitBelow(trial, name);
  }
}

/** Sends a claim without recording its acknowledgement, because the server may later end the claim. */
async function attack(
  { server, receipts }: Trial,
  referrer: string,
  recruit: string,
): Promise<void> {
  receipts.send(recruit, 'claimed', referrer);
  await claim(server.url, referrer, recruit);
}

/**
 * Makes the victim recruit a new wallet, a wallet that has a recruit itself, and a wallet that signs in. Each of these
 * referrals must be accepted.
 */
async function recruitBelow(trial: Trial, name: string): Promise<void> {
  const { server, receipts, broken } = trial;
  const [victim, leader] = [wallet(`victim ${name}`), wallet(`leader ${name}`)];
  const pairs = [
    [victim, wallet(`newcomer ${name}`)],
    [leader, wallet(`below ${name}`)],
    [victim, leader],
  ] as const;
  for (const [referrer, recruit] of pairs) {
    receipts.send(recruit, 'claimed', referrer);
    const { status } = await claim(server.url, referrer, recruit);
    if (status === 201) receipts.acknowledge(recruit, 'claimed');
    else broken.push(`${name}: an honest claim was answered ${status}`);
  }
  const signer = newSigner();
  await attack(trial, signer.address, wallet(`below the signer ${name}`));
  receipts.send(signer.address, 'proven', victim);
  const { referral } = await new Visitor(server.url).signIn(signer, victim);
  if (referral?.credited === true) receipts.acknowledge(signer.address, 'proven');
  else broken.push(`${name}: a proof was refused`);
}
