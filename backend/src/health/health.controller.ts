import { Controller, Get, HttpStatus } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ApiAnswer, ApiProblem } from '../http/docs.js';
import { Readiness } from './readiness.js';

/** Answer of the health routes. */
const healthSchema = z.object({ status: z.literal('ok') });

type Health = z.infer<typeof healthSchema>;

@ApiTags('health')
@Controller('api/health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @ApiOperation({ description: 'Whether the process runs.' })
  @Get('live')
  @ApiAnswer(HttpStatus.OK, 'It runs', healthSchema)
  live(): Health {
    return { status: 'ok' };
  }

  @ApiOperation({
    description:
      'Whether it can serve: whether its database can be read and written. It looks at most every 10 s while it can, and every second while it cannot.',
  })
  @Get('ready')
  @ApiAnswer(HttpStatus.OK, 'It can serve', healthSchema)
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The database cannot be read, or not written')
  async ready(): Promise<Health> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
