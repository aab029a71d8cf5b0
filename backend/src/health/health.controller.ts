import { Controller, Get, HttpStatus } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { z } from 'zod';
import { readBuild } from '../core/build.js';
import { ApiAnswer, ApiProblem, ApiSection } from '../http/docs.js';
import { healthSchema, liveSchema } from './health.schema.js';
import { Readiness } from './readiness.js';

@ApiSection('health', 'For load balancers and monitoring')
@Controller('api/health')
export class HealthController {
  private readonly build = readBuild().build;

  constructor(private readonly readiness: Readiness) {}

  @ApiOperation({
    operationId: 'checkLiveness',
    summary: 'Check that the process is alive',
    description: 'Returns the build of the running process.',
  })
  @Get('live')
  @ApiAnswer(HttpStatus.OK, 'The process runs', liveSchema)
  live(): z.infer<typeof liveSchema> {
    return { status: 'ok', build: this.build };
  }

  @ApiOperation({
    operationId: 'checkReadiness',
    summary: 'Check that the server is ready',
    description:
      'Succeeds if the database can be read and written. The result is cached for a second. The check itself writes only if the last write failed or is more than 10 s old.',
  })
  @Get('ready')
  @ApiAnswer(HttpStatus.OK, 'The server is ready', healthSchema)
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The database cannot be read or written')
  async ready(): Promise<z.infer<typeof healthSchema>> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
