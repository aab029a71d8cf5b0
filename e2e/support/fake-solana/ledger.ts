import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  ACCOUNT_SIZE,
  MINT_SIZE,
} from '@solana/spl-token';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type Signer,
  type TransactionInstruction,
} from '@solana/web3.js';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { ledgerAddress, ledgerLamports, ledgerTransaction } from './brands.js';

const BANK_LAMPORTS = 1_000_000_000_000n;
const SEED_BYTES = 32;

export interface Mint {
  readonly address: PublicKey;
  readonly program: PublicKey;
  readonly decimals: number;
}

export interface LedgerAccount {
  readonly address: PublicKey;
  readonly program: PublicKey;
  readonly lamports: number;
  readonly data: Buffer;
}

/** An in-process Solana ledger that executes the real programs with signed transactions. */
export class Ledger {
  readonly #svm = new LiteSVM();
  readonly #bank = Keypair.generate();
  #mints = 0;

  constructor() {
    this.airdrop(this.#bank.publicKey.toBase58(), BANK_LAMPORTS);
  }

  get slot(): number {
    return Number(this.#svm.getClock().slot);
  }

  lamportsOf(address: string): number {
    return Number(this.#svm.getBalance(ledgerAddress(address)) ?? 0n);
  }

  accountsOf(program: PublicKey): LedgerAccount[] {
    return this.#svm.getProgramAccounts(ledgerAddress(program.toBase58())).map((account) => ({
      address: new PublicKey(account.address),
      program,
      lamports: Number(account.lamports),
      data: Buffer.from(account.data),
    }));
  }

  airdrop(address: string, lamports: bigint): void {
    const result = this.#svm.airdrop(ledgerAddress(address), ledgerLamports(lamports));
    if (result === null || result instanceof FailedTransactionMetadata) {
      throw new Error(`the airdrop to ${address} failed`);
    }
    this.#svm.expireBlockhash();
  }

  /** Creates a mint. Its address depends only on the number of earlier mints. */
  createMint(program: PublicKey, decimals: number): Mint {
    this.#mints += 1;
    const mint = Keypair.fromSeed(Uint8Array.from({ length: SEED_BYTES }, () => this.#mints));
    const bank = this.#bank.publicKey;
    this.#execute(
      [
        this.#allocate(mint.publicKey, MINT_SIZE, program),
        createInitializeMint2Instruction(mint.publicKey, decimals, bank, null, program),
      ],
      [mint],
    );
    return { address: mint.publicKey, program, decimals };
  }

  /** Mints into the associated token account, which is created if it is missing. */
  mintToWallet(mint: Mint, owner: PublicKey, amount: bigint): void {
    const { address, program } = mint;
    const bank = this.#bank.publicKey;
    const account = getAssociatedTokenAddressSync(address, owner, true, program);
    this.#execute([
      createAssociatedTokenAccountIdempotentInstruction(
        bank,
        account,
        owner,
        address,
        program,
        ASSOCIATED_TOKEN_PROGRAM_ID,
      ),
      createMintToInstruction(address, account, bank, amount, [], program),
    ]);
  }

  mintToNewAccount(mint: Mint, owner: PublicKey, amount: bigint): void {
    const { address, program } = mint;
    const account = Keypair.generate();
    this.#execute(
      [
        this.#allocate(account.publicKey, ACCOUNT_SIZE, program),
        createInitializeAccount3Instruction(account.publicKey, address, owner, program),
        createMintToInstruction(
          address,
          account.publicKey,
          this.#bank.publicKey,
          amount,
          [],
          program,
        ),
      ],
      [account],
    );
  }

  #allocate(account: PublicKey, space: number, program: PublicKey): TransactionInstruction {
    return SystemProgram.createAccount({
      fromPubkey: this.#bank.publicKey,
      newAccountPubkey: account,
      space,
      lamports: Number(this.#svm.minimumBalanceForRentExemption(BigInt(space))),
      programId: program,
    });
  }

  #execute(instructions: readonly TransactionInstruction[], signers: readonly Signer[] = []): void {
    const transaction = new Transaction().add(...instructions);
    transaction.recentBlockhash = this.#svm.latestBlockhash();
    transaction.feePayer = this.#bank.publicKey;
    transaction.sign(this.#bank, ...signers);
    const result = this.#svm.sendTransaction(ledgerTransaction(transaction));
    if (result instanceof FailedTransactionMetadata) throw new Error(result.toString());
    // Changes the blockhash, because the ledger rejects an equal transaction with the same blockhash.
    this.#svm.expireBlockhash();
  }
}
