import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiePrefix } from '../http/headers.js';
import { SETTINGS, type Settings } from '../settings.js';
import { randomSecret } from './secrets.js';

/** What a browser brings along in its cookies. */
export interface Browser {
  /** What binds a challenge to it. */
  readonly secret: string | null;
  /** The session that it has so far. */
  readonly token: string | null;
}

/**
 * The cookies of sign-in. They are signed, so that what we did not set never gets as far as the database, and with their
 * names, so that none of them passes for another.
 */
@Injectable()
export class SessionCookies {
  private readonly prefix: string;
  private readonly options;

  constructor(@Inject(SETTINGS) { publicOrigin }: Settings) {
    const secure = publicOrigin.startsWith('https:');
    this.prefix = cookiePrefix(publicOrigin);
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure, signed: true } as const;
  }

  /** What the browser's cookies say; null for a cookie that is missing or not ours. */
  read(request: FastifyRequest): Browser {
    return { secret: this.find(request, 'challenge'), token: this.find(request, 'session') };
  }

  /**
   * Binds challenges to this browser, and returns its secret. Tabs that ask at the same time share it.
   * @param lifetimeMs how long a challenge may be answered
   */
  bindBrowser(request: FastifyRequest, reply: FastifyReply, lifetimeMs: number): string {
    const secret = this.find(request, 'challenge') ?? randomSecret();
    this.keep(reply, 'challenge', secret, { maxAge: lifetimeMs / 1000 });
    return secret;
  }

  keepSession(reply: FastifyReply, token: string, expiresAt: string): void {
    this.keep(reply, 'session', token, { expires: new Date(expiresAt) });
  }

  dropSession(reply: FastifyReply): void {
    reply.clearCookie(`${this.prefix}session`, this.options);
  }

  private keep(
    reply: FastifyReply,
    kind: 'challenge' | 'session',
    secret: string,
    until: { readonly maxAge: number } | { readonly expires: Date },
  ): void {
    const name = this.prefix + kind;
    reply.setCookie(name, `${name}:${secret}`, { ...this.options, ...until });
  }

  private find(request: FastifyRequest, kind: 'challenge' | 'session'): string | null {
    const name = this.prefix + kind;
    const { valid, value } = request.unsignCookie(request.cookies[name] ?? '');
    return valid && value.startsWith(`${name}:`) ? value.slice(name.length + 1) : null;
  }
}
