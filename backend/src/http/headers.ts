import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Settings } from '../settings.js';

/** Returns the prefix of cookie names: browsers tie a `__Host-` cookie to this host and HTTPS. */
export function cookiePrefix(publicOrigin: string): string {
  return publicOrigin.startsWith('https:') ? '__Host-' : '';
}

/** The documentation page has inline styles. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Features that no page uses. */
const NO_FEATURES =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

/** Hashes of inline script and style elements. */
type Inline = Readonly<Record<'script' | 'style', readonly string[]>>;

/** Adds the security headers to every answer, unless the route has set them. */
export function secureAnswers(
  app: NestFastifyApplication,
  { publicOrigin, trustedTypes, hstsSubdomains }: Settings,
  { script, style }: Inline,
): void {
  app.useSecurityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: "'none'",
        scriptSrc: ["'self'", ...script],
        styleSrc: ["'self'", ...style],
        imgSrc: ["'self'", 'data:'],
        fontSrc: "'self'",
        connectSrc: "'self'",
        manifestSrc: "'self'",
        baseUri: "'none'",
        formAction: "'none'",
        frameAncestors: "'none'",
        objectSrc: "'none'",
        // The names of policies are not listed, since a wallet's script may create a policy of its own.
        requireTrustedTypesFor: trustedTypes === 'enforce' ? "'script'" : null,
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicOrigin.startsWith('https:') && {
      includeSubDomains: hstsSubdomains,
    },
    xDownloadOptions: false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  });
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onSend', ({ url }, reply, payload, done) => {
    reply.header('permissions-policy', NO_FEATURES);
    // Caches must revalidate; otherwise one visitor's redirect or error could be served to everyone.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (url.startsWith('/api/docs')) reply.header('content-security-policy', DOCS_POLICY);
    done(null, payload);
  });
}
