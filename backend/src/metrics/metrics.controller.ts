import { Controller, ForbiddenException, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { isSameSecret } from '../core/same-secret.js';
import { isPublicOrigin } from '../core/loopback.js';
import { isLoopbackAddress, HostPolicy } from '../http/host.js';
import { Settings } from '../settings.js';

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * True if clients on this machine need no token. Behind a local proxy every client seems local, so public and proxied
 * sites always require a token.
 */
export function areMetricsOpenHere({
  publicOrigin,
  trustedProxies,
}: Pick<Settings, 'publicOrigin' | 'trustedProxies'>): boolean {
  return trustedProxies === 0 && !isPublicOrigin(publicOrigin);
}

/** Shared by all applications in the process. */
let ofProcess: Registry | undefined;

function measureProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These gauges repeat the sum of another gauge, and are named like counters.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  }
  return registry;
}

@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly registry: Registry,
    private readonly settings: Settings,
    private readonly hosts: HostPolicy,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  show(@Req() request: FastifyRequest): Promise<string> {
    if (!this.hasToken(request) && !this.comesFromHere(request)) {
      throw new ForbiddenException(
        'The metrics are for the operator: send METRICS_TOKEN as a Bearer token.',
      );
    }
    ofProcess ??= measureProcess();
    return Registry.merge([ofProcess, this.registry]).metrics();
  }

  private hasToken({ headers }: FastifyRequest): boolean {
    const { metricsToken } = this.settings;
    return (
      metricsToken !== null && isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`)
    );
  }

  private comesFromHere(request: FastifyRequest): boolean {
    const { socket, headers } = request;
    return (
      areMetricsOpenHere(this.settings) &&
      // A foreign name may resolve to this machine.
      !this.hosts.isForeignTo(request) &&
      isLoopbackAddress(socket.remoteAddress ?? '') &&
      !PROXY_HEADERS.some((name) => name in headers)
    );
  }
}
