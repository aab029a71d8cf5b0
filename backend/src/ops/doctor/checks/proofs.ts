import { pagesOf, select } from '../../../database/reader.js';
import { lineOf, PROOF_COLUMNS, proofRow, type ProofRow } from '../../../proofs/proofs.schema.js';
import { checkEntry } from '../../verify/entry.js';
import { countRows } from '../../rows.js';
import { counted, type Check } from '../check.js';

/** Proofs per page, each read from one snapshot. */
const PAGE = 500;

/** A revoked proof may be unrevoked. */
const TABLES = ['referral', 'revoked_referral'];

const ALL = `(${TABLES.map((table) => `SELECT proof_number FROM ${table}`).join(' UNION ALL ')}) AS proof
WHERE proof_number IS NOT NULL`;

const next = (table: string): string => `
SELECT ${PROOF_COLUMNS}
FROM ${table} WHERE proof_number > $1 ORDER BY proof_number LIMIT ${PAGE}`;

const lookAtProofs: Check['look'] = async ({ manager, yieldLock }) => {
  const total = await countRows(manager, ALL);
  const faults: string[] = [];
  let done = 0;
  for (const table of TABLES) {
    const pages = pagesOf<ProofRow>((after) =>
      select(manager, proofRow, next(table), [after?.number ?? 0]),
    );
    for await (const page of pages) {
      faults.push(...page.flatMap(faultsOf));
      done += page.length;
      await yieldLock(done / total);
    }
  }
  return { looked: counted(total, ['proof', 'proofs']), faults };
};

/** Returns what `verify` would say of a proof, for any origin. */
function faultsOf(proof: ProofRow): string[] {
  const { message, signature, recruit, referrer } = proof;
  const { provenAt: at } = lineOf(proof);
  const entry = { action: 'prove', message, signature, recruit, referrer, at };
  const { faults } = checkEntry(JSON.stringify(entry), null);
  return faults.map((fault) => `proof ${proof.number} of ${proof.recruit}: ${fault}`);
}

export const PROOF_CHECKS: readonly Check[] = [
  {
    name: 'Every proof is the recruit’s signature over the referrer’s link',
    look: lookAtProofs,
    remedy: 'an unsigned proof does not count: revoke the recruit, or restore an older backup',
  },
];
