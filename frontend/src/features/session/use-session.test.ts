import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { signIn } from './use-session';

function signedBy(publicKey: string): SignInRequestBody {
  return { publicKey, signedMessage: '', signature: '', nonce: '' };
}

describe('signing in', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('ends a session that a disconnect has overtaken, and not the one that followed it', async () => {
    let holder: string | null = null;
    let answerFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, { method, body } = {}) => {
      if (method === 'DELETE') {
        holder = null;
        return new Response(null, { status: 204 });
      }
      const wallet = JSON.stringify(body).includes('Alice') ? 'Alice' : 'Bob';
      if (wallet === 'Alice') await first;
      holder = wallet;
      return Response.json({ wallet, expiresAt: '2026-11-28T08:00:00.000Z', referral: null });
    });

    const overtaken = signIn(signedBy('Alice'), () => false);
    const following = signIn(signedBy('Bob'), () => true);
    await new Promise((resolve) => setTimeout(resolve));
    answerFirst();

    expect(await overtaken).toBeNull();
    expect(await following).toMatchObject({ wallet: 'Bob' });
    expect(holder).toBe('Bob');
  });
});
