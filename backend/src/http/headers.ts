import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.js';

/** What the names of our cookies begin with: a browser keeps a `__Host-` one from this host only, and over HTTPS. */
export function cookiePrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-' : '';
}

const ONE_YEAR_SECONDS = 31_536_000;

/** The documentation page carries inline styles of its own. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Who may vouch is not listed: a wallet's script in the page's own world may have a policy of its own. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'";

/** Hashes of the script and style elements that stand in the pages themselves. */
type Inline = Readonly<Record<'script' | 'style', readonly string[]>>;

/**
 * Puts on every answer, errors and assets included, the headers that keep it from harm, but not over what a route says
 * itself. They go onto Fastify's reply: one header that stands on the response below it would have Node go through all
 * of them one by one.
 */
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
    // Kept unasked, what one visitor made us redirect or refuse would be every other's answer.
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(inline, trustedTypes === 'enforce'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // Features of the browser that no page of ours uses.
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
