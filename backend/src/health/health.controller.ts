import { Controller, Get, HttpStatus } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { readBuild } from '../core/build.js';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import { healthSchema, liveSchema } from './health.schema.js';
import { Readiness } from './readiness.js';

@ApiTags('health')
@Controller('api/health')
export class HealthController {
  private readonly build = readBuild().build;

  constructor(private readonly readiness: Readiness) {}

  @ApiOperation({
    operationId: 'checkLiveness',
    summary: 'Is the process alive?',
    description: 'Whether the process runs, and of which build it is.',
  })
  @Get('live')
  @ApiAnswer(HttpStatus.OK, 'It runs', liveSchema)
  live(): z.infer<typeof liveSchema> {
    return { status: 'ok', build: this.build };
  }

  @ApiOperation({
    operationId: 'checkReadiness',
    summary: 'Can it serve?',
    description:
      'Whether it can serve: whether its database can be read and written. It reads at most once a second, and writes where nobody else has written for 10 s, or the last write failed.',
  })
  @Get('ready')
  @ApiAnswer(HttpStatus.OK, 'It can serve', healthSchema)
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The database cannot be read, or not written')
  async ready(): Promise<z.infer<typeof healthSchema>> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
