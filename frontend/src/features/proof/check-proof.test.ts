/** @jest-environment node */
import { describe, expect, it, jest } from '@jest/globals';
import { checkProof } from './check-proof';
import { createWallet, ORIGIN, proofBy, REFERRER, signInText } from '../../../test/proofs';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';

const recruit = createWallet();
const other = createWallet();
const proof = proofBy(recruit);

const allHold = {
  key: true,
  signature: true,
  site: true,
  signer: true,
  referrer: true,
  time: true,
};

describe('a proof', () => {
  it('holds when the recruit signed a sign-in to this site that names the referrer', async () => {
    const { checks, verdict } = await checkProof(proof, [ORIGIN]);
    expect(checks).toEqual(allHold);
    expect(verdict).toBe('holds');
  });

  it('fails when another wallet signed it', async () => {
    const { signature } = proofBy(other, { signer: recruit.address });
    const { checks, verdict } = await checkProof({ ...proof, signature }, [ORIGIN]);
    expect(checks).toEqual({ ...allHold, signature: false });
    expect(verdict).toBe('fails');
  });

  it('fails when the text was changed after it was signed', async () => {
    const changed = signInText({
      domain: 'pyramidion.example',
      signer: recruit.address,
      uri: ORIGIN,
      resource: `${ORIGIN}/?ref=${other.address}`,
    });
    const forged = { ...proof, referrer: other.address, message: changed };
    const { checks, verdict } = await checkProof(forged, [ORIGIN]);
    expect(checks).toEqual({ ...allHold, signature: false });
    expect(verdict).toBe('fails');
  });

  it.each([
    { domain: 'evil.example' },
    { domain: 'pyramidion.example.evil.example' },
    { uri: 'https://evil.example' },
  ])('fails when it is a sign-in to another site: %o', async (fields) => {
    const { checks, verdict } = await checkProof(proofBy(recruit, fields), [ORIGIN]);
    expect(checks).toEqual({ ...allHold, site: false });
    expect(verdict).toBe('fails');
  });

  it('holds for a former origin of the site', async () => {
    const former = 'https://former.example';
    const fields = { domain: 'former.example', uri: former };
    const moved = proofBy(recruit, { ...fields, resource: `${former}/?ref=${REFERRER}` });
    expect((await checkProof(moved, [ORIGIN, former])).verdict).toBe('holds');
    expect((await checkProof(moved, [ORIGIN])).verdict).toBe('fails');
  });

  it('fails when the text and the entry name different referrers', async () => {
    const { checks, verdict } = await checkProof({ ...proof, referrer: other.address }, [ORIGIN]);
    expect(checks).toEqual({ ...allHold, referrer: false });
    expect(verdict).toBe('fails');
  });

  it('fails the signer check when the text names another signer', async () => {
    const { checks } = await checkProof(proofBy(recruit, { signer: other.address }), [ORIGIN]);
    expect(checks).toEqual({ ...allHold, signer: false });
  });

  it.each(['2026-11-21T07:59:59.999Z', '2026-11-21T08:05:00.001Z', '2026-11-22T08:01:00.000Z'])(
    'fails when it was recorded before or after the validity of its text: %s',
    async (at) => {
      const { checks, verdict } = await checkProof({ ...proof, at }, [ORIGIN]);
      expect(checks).toEqual({ ...allHold, time: false });
      expect(verdict).toBe('fails');
    },
  );

  it('fails the signature check when its signature is non-canonical base64', async () => {
    const signature = proof.signature.replace(/.==$/, (end) => (end === 'g==' ? 'h==' : 'B=='));
    const { checks } = await checkProof({ ...proof, signature }, [ORIGIN]);
    expect(checks).toEqual({ ...allHold, signature: false });
  });

  it('fails the referrer check when the recruit is the referrer', async () => {
    const own = proofBy(recruit, { referrer: recruit.address });
    expect((await checkProof(own, [ORIGIN])).checks).toEqual({ ...allHold, referrer: false });
  });

  it('fails when its fields are not base64, base58 and a sign-in text', async () => {
    const garbage = { ...proof, recruit: '0OIl', message: '%', signature: '%' };
    const { checks, verdict } = await checkProof(garbage, [ORIGIN]);
    expect(Object.values(checks)).toEqual([false, false, false, false, false, false]);
    expect(verdict).toBe('fails');
  });

  it('fails for a key of small order, because anybody can forge its signatures', async () => {
    const text = signInText({
      domain: 'pyramidion.example',
      signer: SYSTEM_PROGRAM,
      uri: ORIGIN,
      resource: `${ORIGIN}/?ref=${REFERRER}`,
    });
    const forged = { ...proof, recruit: SYSTEM_PROGRAM, message: text };
    const { checks, verdict } = await checkProof(forged, [ORIGIN]);
    expect(checks).toEqual({ ...allHold, key: false, signature: false });
    expect(verdict).toBe('fails');
  });

  it('is unchecked without Ed25519 in the browser, unless another check fails', async () => {
    const unsupported = new DOMException('Algorithm: Unrecognized name', 'NotSupportedError');
    const importKey = jest.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unsupported);
    const honest = await checkProof(proof, [ORIGIN]);
    const foreign = await checkProof(proofBy(recruit, { domain: 'evil.example' }), [ORIGIN]);
    importKey.mockRestore();
    expect(honest).toMatchObject({ checks: { signature: null }, verdict: 'unchecked' });
    expect(foreign).toMatchObject({ checks: { signature: null }, verdict: 'fails' });
  });
});
