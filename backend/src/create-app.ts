import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { BadRequestException, StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import { AppModule } from './app.module.js';
import { Clock } from './clock.js';
import type { Database } from './database/database.js';
import { MOST_BODY_BYTES, acceptJsonOnly } from './http/body.js';
import { Closing } from './http/closing.js';
import { CONNECTION_LIMITS, MOST_CONNECTIONS } from './http/connections.js';
import { describeIssue } from './http/describe-issue.js';
import { serveDocs } from './http/docs.js';
import { secureAnswers } from './http/headers.js';
import { logRequests } from './http/log-requests.js';
import { routableUrl } from './http/malformed-path.js';
import { ProblemFilter } from './http/problem.filter.js';
import { hintAtProxy } from './http/proxy-hint.js';
import type { Log } from './logging/log.js';
import { NestLog } from './logging/nest-log.js';
import { measureRequests } from './metrics/measure-requests.js';
import { loadSessionSecret } from './session/session-secret.js';
import type { Settings } from './settings.js';
import type { Site } from './site/site.js';
import { serveSite } from './site/serve-site.js';

/**
 * The application, ready to listen. Closing it closes the database.
 * @throws StartError when there is no secret to sign cookies with
 */
export async function createApp(
  settings: Settings,
  database: Database,
  site: Site,
  log: Log,
  clock = new Clock(),
): Promise<NestFastifyApplication> {
  const secret = settings.sessionSecret ?? (await loadSessionSecret(settings.database));
  const adapter = new FastifyAdapter({
    bodyLimit: MOST_BODY_BYTES,
    ...CONNECTION_LIMITS,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < settings.trustedProxies,
    multipart: false,
    skipMiddie: true,
    rewriteUrl: routableUrl,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of(settings, database, site, log, clock),
    adapter,
    { bodyParser: false, logger: new NestLog(log) },
  );
  const instance = app.getHttpAdapter().getInstance();
  acceptJsonOnly(instance);
  logRequests(instance, log);
  measureRequests(instance, app.get(Registry));
  if (settings.trustedProxies === 0) hintAtProxy(instance, log);
  await app.register(fastifyCookie, { secret });
  secureAnswers(instance, settings, site);
  app.get(Closing).watch(instance);
  app.getHttpServer().maxConnections = MOST_CONNECTIONS;
  app.enableCsrfProtection({ trustedOrigins: [settings.publicOrigin] });
  app.useGlobalFilters(new ProblemFilter(log));
  app.useGlobalPipes(
    new StandardSchemaValidationPipe({
      exceptionFactory: (issues) => new BadRequestException(issues.map(describeIssue).join(' ')),
    }),
  );
  serveDocs(app);
  await serveSite(app, site);
  return app;
}
