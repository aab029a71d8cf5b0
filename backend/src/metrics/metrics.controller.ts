import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Registry } from 'prom-client';
import { MetricsGuard } from './metrics.guard.js';
import { processMetrics } from './process-metrics.js';

/** For the operator's Prometheus, not for visitors: the documentation of the API leaves it out. */
@ApiExcludeController()
@Controller('metrics')
@UseGuards(MetricsGuard)
export class MetricsController {
  constructor(private readonly registry: Registry) {}

  /** Everything that is measured, in Prometheus's text format. */
  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  show(): Promise<string> {
    return Registry.merge([processMetrics(), this.registry]).metrics();
  }
}
