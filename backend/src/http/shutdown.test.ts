import { expect, test } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { Settings } from '../settings.js';
import { Shutdown } from './shutdown.js';

test.each([
  ['PostgreSQL', 200, 'postgres://localhost/pyramidion'],
  ['SQLite', 503, 'sqlite:pyramidion.sqlite'],
])(
  'on %s, health checks fail while other requests get %d, and then all requests get 503',
  async (_kind, first, url) => {
    const host = new HttpAdapterHost<FastifyAdapter>();
    host.httpAdapter = new FastifyAdapter();
    const instance = host.httpAdapter.getInstance();
    const settings = new Settings({
      DATABASE_URL: url,
      SESSION_SECRET: 'a secret of 32 characters or more',
    });
    const shutdown = new Shutdown(host, settings, pino({ level: 'silent' }));
    shutdown.onModuleInit();
    instance.get('/api/health/live', () => 'live');
    instance.get('/api/leaderboard', () => 'board');
    const statuses = (): Promise<number[]> =>
      Promise.all(
        ['/api/health/live', '/api/leaderboard'].map(
          async (path) => (await instance.inject(path)).statusCode,
        ),
      );
    await instance.ready();
    expect(await statuses()).toEqual([200, 200]);
    const drained = shutdown.drain();
    expect(await statuses()).toEqual([503, first]);
    await drained;
    expect(await statuses()).toEqual([503, 503]);
    expect((await instance.inject('/api/leaderboard')).headers.connection).toBe('close');
    await instance.close();
  },
);
