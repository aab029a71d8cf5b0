import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Settings } from '../settings.js';
import type { Site } from '../site/site.js';

const ONE_YEAR_SECONDS = 31_536_000;

/** Features of the browser that no page of ours uses. */
const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

/** The documentation page carries inline styles of its own. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Puts the security headers on every answer, errors and assets included.
 * @param inline hashes of the script and style elements that stand in the pages themselves
 */
export function secureAnswers(
  app: NestFastifyApplication,
  settings: Settings,
  { scriptHashes, styleHashes }: Pick<Site, 'scriptHashes' | 'styleHashes'>,
): void {
  const isSecure = settings.publicOrigin.startsWith('https:');
  app.useSecurityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: "'none'",
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'", ...styleHashes],
        imgSrc: ["'self'", 'data:'],
        fontSrc: "'self'",
        connectSrc: "'self'",
        manifestSrc: "'self'",
        baseUri: "'none'",
        formAction: "'none'",
        frameAncestors: "'none'",
        objectSrc: "'none'",
        // Who may vouch is not listed: a wallet's script in the page's own world may have a policy of its own.
        requireTrustedTypesFor: "'script'",
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure && { maxAge: ONE_YEAR_SECONDS },
    xFrameOptions: { action: 'deny' },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      reply.header('permissions-policy', PERMISSIONS_POLICY);
      if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', DOCS_POLICY);
      done();
    });
}
