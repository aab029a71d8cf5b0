import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../settings.js';
import { randomSecret } from './secrets.js';

/** Over https, a browser keeps a cookie of such a name only from this very host, never from a neighbour under its domain. */
const HOST_PREFIX = '__Host-';

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
  private readonly names: { readonly session: string; readonly challenge: string };

  constructor(@Inject(SETTINGS) { publicOrigin }: Settings) {
    this.secure = publicOrigin.startsWith('https:');
    const prefix = this.secure ? HOST_PREFIX : '';
    this.names = { session: `${prefix}session`, challenge: `${prefix}challenge` };
  }

  /** What the browser's cookies say; null for a cookie that is missing or not ours. */
  read(request: FastifyRequest): Browser {
    return {
      secret: readSigned(request, this.names.challenge),
      token: readSigned(request, this.names.session),
    };
  }

  /**
   * Binds challenges to this browser, and returns its secret. Tabs that ask at the same time share it.
   * @param lifetimeMs how long a challenge may be answered
   */
  bindBrowser(request: FastifyRequest, reply: FastifyReply, lifetimeMs: number): string {
    const { challenge } = this.names;
    const secret = readSigned(request, challenge) ?? randomSecret();
    reply.setCookie(challenge, named(challenge, secret), {
      ...this.options(),
      maxAge: lifetimeMs / 1000,
    });
    return secret;
  }

  keepSession(reply: FastifyReply, token: string, expiresAt: string): void {
    const { session } = this.names;
    reply.setCookie(session, named(session, token), {
      ...this.options(),
      expires: new Date(expiresAt),
    });
  }

  dropSession(reply: FastifyReply): void {
    reply.clearCookie(this.names.session, this.options());
  }

  private options() {
    return {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.secure,
      signed: true,
    } as const;
  }
}

/** What is signed: with its name, so that no cookie of ours passes for another. */
function named(name: string, secret: string): string {
  return `${name}:${secret}`;
}

function readSigned(request: FastifyRequest, name: string): string | null {
  const signed = request.cookies[name];
  if (signed === undefined) return null;
  const { valid, value } = request.unsignCookie(signed);
  const prefix = named(name, '');
  return valid && value.startsWith(prefix) ? value.slice(prefix.length) : null;
}
