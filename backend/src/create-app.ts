import fastifyCookie from '@fastify/cookie';
import type { LogLevel } from '@nestjs/common';
import { BadRequestException, ConsoleLogger, StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { Clock } from './clock.js';
import type { Database } from './database/database.js';
import { MOST_BODY_BYTES, acceptJsonOnly } from './http/body.js';
import { describeIssue } from './http/describe-issue.js';
import { serveDocs } from './http/docs.js';
import { secureAnswers } from './http/headers.js';
import { routableUrl } from './http/malformed-path.js';
import { ProblemFilter } from './http/problem.filter.js';
import { loadSessionSecret } from './session/session-secret.js';
import type { Settings } from './settings.js';
import type { Site } from './site/site.js';
import { serveSite } from './site/serve-site.js';

/** Time to send a whole request, in milliseconds; a client that dawdles longer is cut off. */
const REQUEST_TIMEOUT_MS = 20_000;

const LOG_LEVELS: LogLevel[] = ['fatal', 'error', 'warn'];

/**
 * The application, ready to listen. Closing it closes the database.
 * @throws StartError when there is no secret to sign cookies with
 */
export async function createApp(
  settings: Settings,
  database: Database,
  site: Site,
  clock = new Clock(),
): Promise<NestFastifyApplication> {
  const secret = settings.sessionSecret ?? (await loadSessionSecret(settings.database.path));
  const adapter = new FastifyAdapter({
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_address: string, hop: number) => hop < settings.trustedProxies,
    multipart: false,
    rewriteUrl: routableUrl,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of(settings, database, site, clock),
    adapter,
    {
      bodyParser: false,
      logger: new ConsoleLogger({ logLevels: LOG_LEVELS, json: true }),
    },
  );
  acceptJsonOnly(app.getHttpAdapter().getInstance());
  await app.register(fastifyCookie, { secret });
  secureAnswers(app, settings, site.styleHashes);
  app.enableCsrfProtection({ trustedOrigins: [settings.publicOrigin] });
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(
    new StandardSchemaValidationPipe({
      exceptionFactory: (issues) => new BadRequestException(issues.map(describeIssue).join(' ')),
    }),
  );
  serveDocs(app);
  await serveSite(app, site);
  return app;
}
