import { Controller, Get, HttpStatus, ServiceUnavailableException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Database } from '../database/database.js';
import { ApiAnswer, ApiProblem } from '../http/api-answer.js';
import type { Health } from './health.schema.js';
import { healthSchema } from './health.schema.js';

@ApiTags('health')
@Controller('api/health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** Whether the process runs. */
  @Get('live')
  @ApiAnswer(HttpStatus.OK, 'It runs', healthSchema)
  live(): Health {
    return { status: 'ok' };
  }

  /** Whether the process can serve, its database included. */
  @Get('ready')
  @ApiAnswer(HttpStatus.OK, 'It can serve', healthSchema)
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The database does not answer')
  async ready(): Promise<Health> {
    try {
      await this.database.check();
      return { status: 'ok' };
    } catch {
      throw new ServiceUnavailableException('The database does not answer. Try again shortly.');
    }
  }
}
