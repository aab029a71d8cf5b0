import { createSignInMessage } from '@solana/wallet-standard-util';
import { sessionSchema, type Session } from '../../src/session/session.schema.js';
import {
  challengeSchema,
  signInResponseSchema,
  type SignInInput,
  type SignInRequestBody,
  type SignInResponse,
} from '../../src/sign-in/sign-in.schema.js';
import type { Signer } from './signer.js';

let visitors = 0;

/** A browser with cookies, and with an IP address that a server with TRUST_PROXY=1 sees. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private readonly address: string;

  /** @param address IP address; by default a new one */
  constructor(
    private readonly server: string,
    address?: string,
  ) {
    visitors += 1;
    this.address =
      address ?? `10.${128 + (visitors >> 16)}.${(visitors >> 8) & 255}.${visitors & 255}`;
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const cookie = Array.from(this.cookies, (pair) => pair.join('=')).join('; ');
    const response = await fetch(this.server + path, {
      method,
      headers: {
        'x-forwarded-for': this.address,
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  async challenge(referrer?: string): Promise<SignInInput> {
    const response = await this.send('POST', '/api/session/challenge', { referrer });
    return challengeSchema.parse(await response.json()).input;
  }

  async answer(signer: Signer, referrer?: string): Promise<Response> {
    const input = await this.challenge(referrer);
    return this.send('POST', '/api/session', signed(signer, input));
  }

  /** @throws Error if the sign-in fails */
  async signIn(signer: Signer, referrer?: string): Promise<SignInResponse> {
    const response = await this.answer(signer, referrer);
    return signInResponseSchema.parse(await response.json());
  }

  async session(): Promise<Session> {
    return sessionSchema.parse(await (await this.send('GET', '/api/session')).json());
  }

  async checkIn(): Promise<Response> {
    return this.send('POST', '/api/session/check-in');
  }

  async refer(referrerId: string, recruitId: string): Promise<Response> {
    return this.send('POST', '/api/referral', { referrerId, recruitId });
  }

  /** Returns a browser with the same cookies and a new IP address. */
  copy(server = this.server): Visitor {
    const visitor = new Visitor(server);
    for (const [name, value] of this.cookies) visitor.cookies.set(name, value);
    return visitor;
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';', 1);
    const [name = '', value = ''] = pair.split('=', 2);
    if (/max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Signs a challenge in the Wallet Standard's format, and returns the answer to it. */
export function signed(signer: Signer, input: SignInInput): SignInRequestBody {
  const message = createSignInMessage({ ...input, address: signer.address });
  return answerWith(signer, message, input.nonce);
}

/** Signs any message, and returns it as an answer to the challenge with this nonce. */
export function answerWith(signer: Signer, message: Uint8Array, nonce: string): SignInRequestBody {
  return {
    publicKey: signer.address,
    signedMessage: base64(message),
    signature: base64(signer.sign(message)),
    nonce,
  };
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
