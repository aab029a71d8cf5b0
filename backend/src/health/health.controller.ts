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
    summary: 'Check that the process is alive',
    description: 'Answers while the process runs, with its build.',
  })
  @Get('live')
  @ApiAnswer(HttpStatus.OK, 'It runs', liveSchema)
  live(): z.infer<typeof liveSchema> {
    return { status: 'ok', build: this.build };
  }

  @ApiOperation({
    operationId: 'checkReadiness',
    summary: 'Check that the server is ready',
    description:
      'Succeeds if the database can be read and written. The result is cached for a second. A test write follows only after 10 s without another write, or after a failed write.',
  })
  @Get('ready')
  @ApiAnswer(HttpStatus.OK, 'The server is ready', healthSchema)
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The database cannot be read or written')
  async ready(): Promise<z.infer<typeof healthSchema>> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
