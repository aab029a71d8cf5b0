import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import { AppModule } from './app.module.js';
import { Clock } from './core/clock.js';
import { LOG, nestLog, type Log } from './core/log.js';
import { SECRET } from './core/secret-file.js';
import type { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { keepEmptyEntries } from './http/client.js';
import { CONNECTION_LIMITS, limitPipelining, shareConnections } from './http/connections.js';
import { CostlyReads } from './http/costly-reads.js';
import { serveDocs } from './http/docs.js';
import { answerNotModified } from './http/etags.js';
import { secureAnswers } from './http/headers.js';
import { HostPolicy } from './http/host.js';
import { acceptJsonOnly } from './http/json-only.js';
import { logRequests } from './http/log-requests.js';
import { delayRefusals } from './http/late-refusals.js';
import { limitOpenRequests } from './http/open-requests.js';
import { warnOfProxyMistakes } from './http/proxy-mistakes.js';
import { RateLimiters } from './http/rate-limiter.js';
import { routableUrl } from './http/unknown-route.controller.js';
import { loadSessionSecret, warnOfOtherSecrets } from './session/secrets.js';
import { Settings } from './settings.js';
import { CheckpointFile } from './transparency-log/checkpoint-file.js';
import { LogKey, loadLogKey } from './transparency-log/log-key.js';
import { SITE, type Site } from './site/build-site.js';
import { serveSite } from './site/serve-site.js';

/**
 * Creates the application; closing it closes the database.
 * @throws StartError if the session secret or the key of the transparency log cannot be used
 */
export async function createApp(
  settings: Settings,
  database: Database,
  site: Site,
  log: Log,
  clock = new Clock(),
): Promise<NestFastifyApplication> {
  const secret = settings.sessionSecret ?? (await loadSessionSecret(settings, database.files));
  const logKey = await loadLogKey(settings.transparencyLogFolder, database.files);
  await warnOfOtherSecrets(database.writer, { secret, logKey: logKey.publicKey }, log);
  const adapter = new FastifyAdapter({
    ...CONNECTION_LIMITS,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < settings.trustedProxies,
    multipart: false,
    skipMiddie: true,
    rewriteUrl: routableUrl,
  });
  const providers = [
    { provide: Settings, useValue: settings },
    { provide: LOG, useValue: log },
    { provide: Clock, useValue: clock },
    { provide: SECRET, useValue: secret },
    { provide: LogKey, useValue: logKey },
    { provide: CheckpointFile, useValue: new CheckpointFile(settings.transparencyLogFolder) },
    { provide: SITE, useValue: site },
    Registry,
    RateLimiters,
    CostlyReads,
    HostPolicy,
  ];
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: AppModule,
      global: true,
      imports: [DatabaseModule.forRoot(database)],
      providers,
      exports: providers,
    },
    adapter,
    { bodyParser: false, logger: nestLog(log) },
  );
  const instance = app.getHttpAdapter().getInstance();
  // Node would itself answer a request with an unknown `Expect` header, without our limits and headers.
  instance.server.on('checkExpectation', (request, response) =>
    instance.routing(request, response),
  );
  keepEmptyEntries(instance);
  limitPipelining(instance);
  delayRefusals(instance);
  limitOpenRequests(instance);
  acceptJsonOnly(instance);
  logRequests(instance, log);
  warnOfProxyMistakes(instance, settings.trustedProxies, log);
  await app.register(fastifyCookie, { secret });
  answerNotModified(instance);
  secureAnswers(instance, settings, site.inlineHashes);
  app.get(HostPolicy).enforce(instance);
  shareConnections(instance.server, settings.trustedProxies > 0);
  app.enableCsrfProtection({ trustedOrigins: [settings.publicOrigin] });
  await serveSite(app, site, settings, clock);
  // Last, since a route that is added before an `await` would keep Fastify's own error handler.
  serveDocs(app);
  return app;
}
