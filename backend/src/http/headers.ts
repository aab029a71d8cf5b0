import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.js';

export function cookiePrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-' : '';
}

const ONE_YEAR_SECONDS = 31_536_000;

/** The documentation page has inline styles. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The names of Trusted Types policies are not listed, since a wallet's script may create a policy of its own. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'";

/** Hashes of inline script and style elements. */
type Inline = Readonly<Record<'script' | 'style', readonly string[]>>;

export function secureAnswers(instance: FastifyInstance, settings: Settings, inline: Inline): void {
  const headers = headersOf(settings, inline);
  const headersOfDocs = { ...headers, 'content-security-policy': DOCS_POLICY };
  instance.addHook('onSend', (request, reply, payload, done) => {
    const usual = request.url.startsWith('/api/docs') ? headersOfDocs : headers;
    for (const [name, value] of Object.entries(usual)) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
    done(null, payload);
  });
}

function headersOf(
  { publicOrigin, trustedTypes, hstsSubdomains }: Settings,
  inline: Inline,
): Record<string, string> {
  return {
    // Caches must revalidate; otherwise one visitor's redirect or error could be served to everyone.
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(inline, trustedTypes === 'enforce'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicOrigin.startsWith('https:') && {
      'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
}

function policyOf({ script, style }: Inline, trustsTypes: boolean): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(trustsTypes ? [TRUSTED_TYPES] : []),
  ].join(';');
}
