import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, HttpStatus, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.js';
import { ClientTurns } from '../http/client-turns.js';
import { ApiProblem, ApiSection, ApiText } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { TILE_TURN_MS } from '../http/rate-limits.js';
import { Checkpoints } from './checkpoints.js';
import { LogTiles } from './log-tiles.js';
import { parseTilePath, tileWidth, type TileName } from './merkle-tree.js';

/** Within a log, a tile never changes: a partial tile that has grown has another path. */
const FOREVER = 'public, max-age=31536000, immutable';

@ApiSection('log', 'The transparency log: proofs, bans and revocations, for anyone to check')
@Controller()
export class LogController {
  private readonly turns = new ClientTurns('tiles');

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly log: LogTiles,
  ) {}

  @ApiOperation({
    operationId: 'getLogKey',
    summary: 'Get the public key of the transparency log',
    description: 'Returns the key as a vkey of C2SP signed-note, with the name of the log.',
  })
  @Get('.well-known/tlog-vkey')
  @ApiText('The public key')
  async vkey(@Res() reply: FastifyReply): Promise<void> {
    const vkey = await this.checkpoints.vkey();
    await reply.type('text/plain; charset=utf-8').send(`${vkey}\n`);
  }

  @ApiOperation({
    operationId: 'getLogCheckpoint',
    summary: 'Get the newest checkpoint of the transparency log',
    description:
      'Returns a signed note (C2SP tlog-checkpoint): name of the log, number of entries, root hash (RFC 6962), and signatures. It is at most a second old. Tiles that it covers are at `/log/tile/<L>/<N>` and `/log/tile/entries/<N>` (C2SP tlog-tiles). They never change while the name of the log stays the same.',
  })
  @Get('log/checkpoint')
  @ApiText('The checkpoint')
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'The log is not published now')
  async checkpoint(@Res() reply: FastifyReply): Promise<void> {
    const note = await this.checkpoints.current();
    await reply.type('text/plain; charset=utf-8').send(note);
  }

  // OpenAPI cannot describe a path of variable depth.
  @ApiExcludeEndpoint()
  @Get('log/tile/*')
  @LimitCalls('tiles')
  async tile(
    @Param('*') path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tile = parseTilePath(path);
    // Another process may have published a larger log within the last second.
    const isThere =
      tile !== null &&
      (isIn(tile, await this.checkpoints.size()) || isIn(tile, await this.log.grow()));
    if (!isThere) {
      throw new NotFoundException(
        'The transparency log has no such tile: its newest checkpoint says how many entries it has.',
      );
    }
    let sent: Promise<unknown> = Promise.resolve();
    await this.turns.run(clientOf(request), async () => {
      const file = await this.log.fileOf(tile);
      reply.type('application/octet-stream').header('cache-control', FOREVER);
      sent = Promise.resolve(
        file === null
          ? reply.send(await this.log.read(tile))
          : reply.sendFile(file, this.log.folder),
      );
      await Promise.race([sent, delay(TILE_TURN_MS, undefined, { ref: false })]);
    });
    await sent;
  }
}

function isIn({ level, number, width }: TileName, size: number): boolean {
  return tileWidth(size, level === 'entries' ? 0 : level, number) >= width;
}
