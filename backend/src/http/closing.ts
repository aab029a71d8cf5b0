import type { OnModuleDestroy } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../database/unavailable.js';

const RETRY_AFTER_SECONDS = 5;

/** Whether the server has begun to stop. */
@Injectable()
export class Closing implements OnModuleDestroy {
  private begun = false;

  /** From now on every new request is refused; those that were accepted are still answered. */
  begin(): void {
    this.begun = true;
  }

  onModuleDestroy(): void {
    this.begin();
  }

  /** Each answer ends its connection then, so that the client's next request goes to a server that lives. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRequest', (_request, _reply, done) => {
      if (this.begun) {
        done(
          new Unavailable('The server is shutting down. Try again shortly.', RETRY_AFTER_SECONDS),
        );
        return;
      }
      done();
    });
    instance.addHook('onSend', (_request, reply, payload, done) => {
      if (this.begun) reply.header('connection', 'close');
      done(null, payload);
    });
  }
}
