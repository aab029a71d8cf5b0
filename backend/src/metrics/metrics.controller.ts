import { timingSafeEqual } from 'node:crypto';
import { Controller, ForbiddenException, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { isLoopbackAddress, isLoopbackName, HostPolicy } from '../http/host.js';
import { SETTINGS, type Settings } from '../settings.js';

/** What proxies add to a request that they pass on. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether who asks from this machine needs no token. Behind a proxy on this machine everybody seems to do so: therefore a
 * site that is public, or has a proxy in front, asks everybody for it.
 */
export function areMetricsOpenHere({
  publicOrigin,
  trustedProxies,
}: Pick<Settings, 'publicOrigin' | 'trustedProxies'>): boolean {
  return trustedProxies === 0 && isLoopbackName(new URL(publicOrigin).hostname);
}

/**
 * Of this process: memory, processor time, event loop lag. There is one set of them, however many applications it runs, from
 * when they are first asked for: it watches the process for good.
 */
let ofProcess: Registry | undefined;

function measureProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges that are named like counters, against the rules of Prometheus; each is a sum of one that stays.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  }
  return registry;
}

/** For the operator's Prometheus, not for visitors: the documentation of the API leaves it out. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly registry: Registry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Everything that is measured, in Prometheus's text format.
   * @throws ForbiddenException for who has no token, unless they ask from this machine
   */
  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  show(@Req() request: FastifyRequest): Promise<string> {
    if (!this.hasToken(request) && !this.comesFromHere(request)) {
      throw new ForbiddenException(
        'The metrics are for the operator: ask with METRICS_TOKEN as a Bearer token.',
      );
    }
    ofProcess ??= measureProcess();
    return Registry.merge([ofProcess, this.registry]).metrics();
  }

  private hasToken({ headers }: FastifyRequest): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === null) return false;
    const expected = Buffer.from(`Bearer ${metricsToken}`);
    const given = Buffer.from(headers.authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private comesFromHere(request: FastifyRequest): boolean {
    const { socket, headers } = request;
    return (
      areMetricsOpenHere(this.settings) &&
      // A page of a name that somebody has led to this machine is nobody here.
      !new HostPolicy(this.settings.publicOrigin).isForeignTo(request) &&
      isLoopbackAddress(socket.remoteAddress ?? '') &&
      !PROXY_HEADERS.some((name) => name in headers)
    );
  }
}
