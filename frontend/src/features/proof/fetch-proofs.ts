import { request } from '@/lib/api';
import { PROOFS } from './proofs-address';
import { readLines } from './read-lines';

/**
 * The lines after a proof as they arrive, in groups.
 *
 * @param after number of the last proof that is known already, 0 for none
 * @throws Error when the server cannot be asked, does not answer with proofs, or breaks off
 */
export async function* fetchProofs(
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const address = after === 0 ? PROOFS : `${PROOFS}?after=${after}`;
  const { body } = await request(address, { signal });
  if (!body) throw new Error('The proofs came without a body');
  yield* readLines(body);
}
