import fastifyCookie from '@fastify/cookie';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../core/clock.js';
import { errorCode, firstLine, StartError } from '../core/errors.js';
import { LOG, type Log } from '../core/log.js';
import { isSameSecret } from '../core/same-secret.js';
import { type OperatorSettings, Settings } from '../settings.js';
import { PAGE_POLICY, renderMessage, renderPage } from './page.js';
import { StatusService } from './status.service.js';

const HOST = '127.0.0.1';

/** Accepted Host headers. An attacker could point any other name at this machine (DNS rebinding). */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const COOKIE = 'pyramidion-operator';
const COOKIE_HOURS = 12;
const COOKIE_MS = COOKIE_HOURS * 3_600_000;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const NO_TOKEN =
  'Open /?token=… with OPERATOR_TOKEN, or send it as a Bearer token. If you followed a link from another site, reload this page.';

@Injectable()
export class OperatorServer implements OnApplicationBootstrap, OnModuleDestroy {
  private instance: FastifyInstance | null = null;

  constructor(
    private readonly settings: Settings,
    @Inject(StatusService) private readonly status: Pick<StatusService, 'read'>,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { operator } = this.settings;
    if (operator === null) return;
    const instance = await this.create(operator);
    try {
      await instance.listen({ host: HOST, port: operator.port });
    } catch (error) {
      await instance.close();
      const why =
        errorCode(error) === 'EADDRINUSE' ? 'is in use' : `cannot be used (${String(error)})`;
      throw new StartError(`OPERATOR_PORT ${operator.port} ${why}: set it to another port`);
    }
    this.instance = instance;
    this.log.info({ address: `http://${HOST}:${operator.port}` }, 'serving the operator’s page');
  }

  async onModuleDestroy(): Promise<void> {
    await this.instance?.close();
  }

  private async create({ token }: OperatorSettings): Promise<FastifyInstance> {
    const instance: FastifyInstance = new FastifyAdapter({
      forceCloseConnections: true,
    }).getInstance();
    await instance.register(fastifyCookie, { secret: token });
    instance.addHook('onRequest', (request, reply, done) => {
      reply.headers(HEADERS);
      if (OWN_HOST.test(request.host)) done();
      else send(reply, 421, 'Wrong host', `Open http://${HOST} with the port of this page.`);
    });
    instance.get('/', async (request, reply) => {
      const { token: given } = queryOf(request);
      if (given !== undefined && isSameSecret(given, token)) {
        const until = new Date(this.clock.now().getTime() + COOKIE_MS);
        return reply
          .setCookie(COOKIE, until.toISOString(), {
            ...{ httpOnly: true, sameSite: 'strict', signed: true, path: '/', expires: until },
          })
          .redirect('/', 303);
      }
      if (!this.isOperator(request, token)) return send(reply, 401, 'Not signed in', NO_TOKEN);
      return this.show(reply);
    });
    return instance;
  }

  private isOperator(request: FastifyRequest, token: string): boolean {
    const { authorization } = request.headers;
    if (authorization !== undefined) return isSameSecret(authorization, `Bearer ${token}`);
    const { valid, value } = request.unsignCookie(request.cookies[COOKIE] ?? '');
    return valid && value > this.clock.now().toISOString();
  }

  private async show(reply: FastifyReply): Promise<FastifyReply> {
    try {
      const page = renderPage(await this.status.read());
      return await reply.type('text/html; charset=utf-8').send(page);
    } catch (error) {
      this.log.warn({ error: firstLine(error) }, 'the operator’s page could not be rendered');
      const message = `The report could not be made (${firstLine(error)}). Run ops status on the server.`;
      return send(reply, 503, 'No report', message);
    }
  }
}

function queryOf({ query }: FastifyRequest): { readonly token?: string } {
  const isObject = typeof query === 'object' && query !== null && 'token' in query;
  return isObject && typeof query.token === 'string' ? { token: query.token } : {};
}

function send(reply: FastifyReply, status: number, title: string, message: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(renderMessage(title, message));
}
