import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorCode, firstLine, StartError } from '../core/errors.js';
import { LOG, type Log } from '../core/log.js';
import { isSameSecret } from '../core/same-secret.js';
import { type OperatorSettings, Settings } from '../settings.js';
import { PAGE_POLICY, renderMessage, renderPage } from './page.js';
import { StatusService } from './status.service.js';

const HOST = '127.0.0.1';

/** Accepted Host headers. An attacker could point any other name at this machine (DNS rebinding). */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const NO_TOKEN = 'Enter OPERATOR_TOKEN as the password, or send it as a Bearer token.';

@Injectable()
export class OperatorServer implements OnApplicationBootstrap, OnModuleDestroy {
  private instance: FastifyInstance | null = null;

  constructor(
    private readonly settings: Settings,
    @Inject(StatusService) private readonly status: Pick<StatusService, 'read'>,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { operator } = this.settings;
    if (operator === null) return;
    const instance = this.create(operator);
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

  private create({ token }: OperatorSettings): FastifyInstance {
    const instance: FastifyInstance = new FastifyAdapter({
      forceCloseConnections: true,
    }).getInstance();
    instance.addHook('onRequest', ({ host, headers }, reply, done) => {
      reply.headers(HEADERS);
      if (!OWN_HOST.test(host)) {
        send(reply, 421, 'Wrong host', `Open http://${HOST} with the port of this page.`);
      } else if (!isSameSecret(secretIn(headers.authorization), token)) {
        send(
          reply.header('www-authenticate', 'Basic realm="operator"'),
          401,
          'Not signed in',
          NO_TOKEN,
        );
      } else done();
    });
    instance.get('/', (_request, reply) => this.show(reply));
    return instance;
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

/** Returns a Bearer token, or the password of Basic credentials with any user name. */
function secretIn(authorization = ''): string {
  const [, scheme, value = ''] = /^(basic|bearer) +(\S.*)$/i.exec(authorization) ?? [];
  return scheme?.toLowerCase() === 'basic'
    ? Buffer.from(value, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : value;
}

function send(reply: FastifyReply, status: number, title: string, message: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(renderMessage(title, message));
}
