import { describe, expect, it, jest } from '@jest/globals';
import { canCheckSignatures, faultOf } from './check-proof';
import { createWallet, ORIGIN, proofBy, REFERRER, signInText } from '../../../test/proofs';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';

const recruit = createWallet();
const other = createWallet();
const proof = proofBy(recruit);

const FORGED = 'the signature is not the recruit’s over this text';
const KEYLESS = 'the recruit is not a key that only one can sign for';

describe('a proof', () => {
  it('has no fault when the recruit signed a sign-in to this site that names the referrer', async () => {
    expect(await faultOf(proof, [ORIGIN])).toBeNull();
  });

  it('has no fault when it is a sign-in to a former origin of the site', async () => {
    const former = 'https://former.example';
    const fields = { domain: 'former.example', uri: former };
    const moved = proofBy(recruit, { ...fields, resource: `${former}/?ref=${REFERRER}` });
    expect(await faultOf(moved, [ORIGIN, former])).toBeNull();
    expect(await faultOf(moved, [ORIGIN])).toBe('the text is a sign-in to another site');
  });

  const { signature } = proofBy(other, { signer: recruit.address });
  const changed = signInText({
    domain: 'pyramidion.example',
    signer: recruit.address,
    uri: ORIGIN,
    resource: `${ORIGIN}/?ref=${other.address}`,
  });
  const noncanonical = proof.signature.replace(/.(?===$)/, (last) =>
    String.fromCharCode(last.charCodeAt(0) + 1),
  );

  it.each([
    ['another wallet signed it', { ...proof, signature }, FORGED],
    [
      'the text was changed after it was signed',
      { ...proof, referrer: other.address, message: changed },
      FORGED,
    ],
    ['its signature is non-canonical base64', { ...proof, signature: noncanonical }, FORGED],
    ['its signature is not base64', { ...proof, signature: '%' }, FORGED],
    ['its recruit is not base58', { ...proof, recruit: '0OIl' }, KEYLESS],
    [
      'its key has small order, so that anybody can forge its signatures',
      { ...proof, recruit: SYSTEM_PROGRAM },
      KEYLESS,
    ],
    [
      'the text is not a sign-in',
      { ...proof, message: 'Hello', signature: recruit.sign('Hello').toString('base64') },
      'the text is not a sign-in with one referral link',
    ],
    [
      'the text and the entry name different referrers',
      { ...proof, referrer: other.address },
      'the text names another referrer',
    ],
    [
      'the text names another signer',
      proofBy(recruit, { signer: other.address }),
      'the text names another signer',
    ],
    [
      'the recruit is the referrer',
      proofBy(recruit, { referrer: recruit.address }),
      'the recruit is its own referrer',
    ],
  ])('has a fault when %s', async (_when, wrong, fault) => {
    expect(await faultOf(wrong, [ORIGIN])).toBe(fault);
  });

  it.each([
    { domain: 'evil.example' },
    { domain: 'pyramidion.example.evil.example' },
    { uri: 'https://evil.example' },
  ])('has a fault when it is a sign-in to another site: %o', async (fields) => {
    const fault = await faultOf(proofBy(recruit, fields), [ORIGIN]);
    expect(fault).toBe('the text is a sign-in to another site');
  });

  it.each(['2026-11-21T07:59:59.999Z', '2026-11-21T08:05:00.001Z', '2026-11-22T08:01:00.000Z'])(
    'has a fault when it was recorded before or after the validity of its text: %s',
    async (at) => {
      const fault = await faultOf({ ...proof, at }, [ORIGIN]);
      expect(fault).toBe('it was recorded while the text was not valid');
    },
  );
});

it('canCheckSignatures says whether the browser has Ed25519', async () => {
  expect(await canCheckSignatures()).toBe(true);
  const generateKey = jest
    .spyOn(crypto.subtle, 'generateKey')
    .mockRejectedValue(new DOMException('Algorithm: Unrecognized name', 'NotSupportedError'));
  expect(await canCheckSignatures()).toBe(false);
  generateKey.mockRestore();
});
