import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  ACCOUNT_SIZE,
  MINT_SIZE,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { examineMint } from '../../src/rpc/mint.js';
import { Settings } from '../../src/settings.js';
import { answerWithAccount, startFakeNode, type FakeNode } from '../support/faults/fake-node.js';
import { wallet } from '../support/wallets.js';

const MINT = wallet('mint');

let node: FakeNode;

beforeEach(async () => {
  node = await startFakeNode();
});

afterEach(() => node.close());

function mintOf(decimals: number): Buffer {
  const data = Buffer.alloc(MINT_SIZE);
  MintLayout.encode(
    {
      mintAuthorityOption: 0,
      mintAuthority: PublicKey.default,
      supply: 1n,
      decimals,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: PublicKey.default,
    },
    data,
  );
  return data;
}

const examine = () => examineMint(new Settings({ SOLANA_RPC_URL: node.url }).solanaNodes, MINT);

test.each([
  ['SPL Token', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
])('the check of TOKEN_MINT accepts a mint of %s, and shows its decimals', async (_name, owner) => {
  node.behave(answerWithAccount({ owner, data: mintOf(6) }));
  expect(await examine()).toEqual({ looked: '6 decimals', fault: null });
});

test.each([
  ['an address without an account', null, 'does not exist on chain'],
  [
    'the address of a wallet',
    { owner: SystemProgram.programId, data: Buffer.alloc(0) },
    'is not a mint',
  ],
  [
    'the address of a token account',
    { owner: TOKEN_PROGRAM_ID, data: Buffer.alloc(ACCOUNT_SIZE) },
    'is not a mint',
  ],
])('the check of TOKEN_MINT reports %s', async (_what, account, flaw) => {
  node.behave(answerWithAccount(account));
  expect(await examine()).toEqual({ looked: MINT, fault: `TOKEN_MINT ${MINT} ${flaw}` });
});

test('the check of TOKEN_MINT reports no fault if the node answers 503', async () => {
  node.behave((response) => response.writeHead(503).end());
  expect(await examine()).toEqual({ looked: 'no node answers', fault: null });
});
