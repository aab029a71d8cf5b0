import { Controller, ForbiddenException, Get, Header, Headers, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { isSameSecret } from '../core/same-secret.js';
import { SECRET } from '../core/secret-file.js';
import { opsTokenOf } from '../session/secrets.js';
import { STATE_PATH, type ServerState } from '../health/health.schema.js';
import { Watch } from './watch.js';

/** Omitted from the API documentation, because only the operator's tool uses it. */
@ApiExcludeController()
@Controller(STATE_PATH)
export class StateController {
  constructor(
    @Inject(SECRET) private readonly secret: string,
    private readonly watch: Watch,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async show(@Headers('authorization') authorization = ''): Promise<ServerState> {
    if (!isSameSecret(authorization, `Bearer ${opsTokenOf(this.secret)}`)) {
      throw new ForbiddenException('The state is for the operator: run ops status.');
    }
    return this.watch.state();
  }
}
