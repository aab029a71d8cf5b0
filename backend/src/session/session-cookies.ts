import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiePrefix } from '../http/headers.js';
import { Settings } from '../settings.js';
import { randomSecret } from '../core/secret-file.js';

export interface Browser {
  /** Binds challenges to the browser. */
  readonly secret: string | null;
  readonly token: string | null;
}

/** Reads and writes the sign-in cookies. The signed value contains the cookie's name, so cookies cannot be swapped. */
@Injectable()
export class SessionCookies {
  private readonly prefix: string;
  private readonly options;

  constructor({ publicOrigin }: Settings) {
    const secure = publicOrigin.startsWith('https:');
    this.prefix = cookiePrefix(publicOrigin);
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure, signed: true } as const;
  }

  read(request: FastifyRequest): Browser {
    return { secret: this.find(request, 'challenge'), token: this.find(request, 'session') };
  }

  /**
   * Returns the secret that binds challenges to this browser, and renews its cookie. A secret that the browser already
   * has is kept, so that its tabs can sign in at the same time.
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
