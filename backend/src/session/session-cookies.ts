import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../settings.js';
import { randomSecret } from './secrets.js';

const SESSION_COOKIE = 'session';
const CHALLENGE_COOKIE = 'challenge';

/** What a browser brings along in its cookies. */
export interface Browser {
  /** What binds a challenge to it. */
  readonly secret: string | null;
  /** The session that it has so far. */
  readonly token: string | null;
}

/** The cookies of sign-in. They are signed, so that what we did not set never gets as far as the database. */
@Injectable()
export class SessionCookies {
  private readonly secure: boolean;

  constructor(@Inject(SETTINGS) { publicOrigin }: Settings) {
    this.secure = publicOrigin.startsWith('https:');
  }

  /** What the browser's cookies say; null for a cookie that is missing or not ours. */
  read(request: FastifyRequest): Browser {
    return {
      secret: readSigned(request, CHALLENGE_COOKIE),
      token: readSigned(request, SESSION_COOKIE),
    };
  }

  /**
   * Binds challenges to this browser, and returns its secret. Tabs that ask at the same time share it.
   * @param lifetimeMs how long a challenge may be answered
   */
  bindBrowser(request: FastifyRequest, reply: FastifyReply, lifetimeMs: number): string {
    const secret = readSigned(request, CHALLENGE_COOKIE) ?? randomSecret();
    reply.setCookie(CHALLENGE_COOKIE, secret, {
      ...this.options('/api/session'),
      maxAge: lifetimeMs / 1000,
    });
    return secret;
  }

  keepSession(reply: FastifyReply, token: string, expiresAt: string): void {
    reply.setCookie(SESSION_COOKIE, token, {
      ...this.options('/api'),
      expires: new Date(expiresAt),
    });
  }

  dropSession(reply: FastifyReply): void {
    reply.clearCookie(SESSION_COOKIE, this.options('/api'));
  }

  private options(path: string) {
    return { path, httpOnly: true, sameSite: 'lax', secure: this.secure, signed: true } as const;
  }
}

function readSigned(request: FastifyRequest, name: string): string | null {
  const signed = request.cookies[name];
  if (signed === undefined) return null;
  const { valid, value } = request.unsignCookie(signed);
  return valid ? value : null;
}
