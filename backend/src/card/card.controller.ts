import { Controller, Get, HttpStatus, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CompressedBody, QUICK_BROTLI, sendCompressed } from '../core/compressed-body.js';
import { clientOf } from '../http/client.js';
import { ApiProblem } from '../http/docs.js';
import { LimitCalls } from '../http/limits.js';
import { collapseSchema } from '../site/page.js';
import { SITE_CARD_PATH } from '../site/template.js';
import { walletAddressSchema } from '../wallet/address.js';
import type { Card } from './card.service.js';
import { CardService } from './card.service.js';

/** A card may be five minutes behind the leaderboard. */
const CACHE_CONTROL = 'public, max-age=300';

const PNG = /\.png$/;

/** Parameters of `GET /card/<wallet>.png`. */
const cardParamsSchema = z.strictObject({
  file: z
    .string()
    .regex(PNG, 'must be a wallet address and .png')
    .transform((file) => file.replace(PNG, ''))
    .pipe(walletAddressSchema),
});

type CardParams = z.infer<typeof cardParamsSchema>;

/** Query of `GET /card.png`. */
const siteCardQuerySchema = z.object({ collapse: collapseSchema.optional() });

type SiteCardQuery = z.infer<typeof siteCardQuerySchema>;

/** Parameters of `GET /pyramid/<wallet>.png` and `.svg`. */
const pyramidParamsSchema = z.strictObject({ wallet: walletAddressSchema });

type PyramidParams = z.infer<typeof pyramidParamsSchema>;

/**
 * Of a picture that is opened by itself, as a browser that saves no files does: a drawing has its fonts inside, a browser
 * centres a photograph by a style of its own, and nothing else is used.
 */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

@ApiTags('card')
@ApiProduces('image/png')
@Controller()
export class CardController {
  constructor(private readonly cards: CardService) {}

  @ApiOperation({
    description:
      'The picture beside a link to this site, 1200 × 630 px. With `collapse`, as the page writes it into its address, what that collapse came to.',
  })
  @Get(SITE_CARD_PATH)
  @LimitCalls('card')
  @ApiResponse({ status: HttpStatus.OK, description: 'The card' })
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many cards for this address')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The collapse is too long to be one')
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'Too many cards are being drawn')
  async siteCard(
    @Query({ schema: siteCardQuerySchema }) { collapse }: SiteCardQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const client = clientOf(request).network;
    const card =
      collapse === undefined
        ? this.cards.siteCard(client)
        : this.cards.collapseCard(collapse, client);
    await send(await card, request, reply);
  }

  @ApiOperation({
    description:
      "The picture beside a wallet's referral link, 1200 × 630 px: a certificate of what it has achieved so far, or the site's own.",
  })
  @Get('/card/:file')
  @LimitCalls('card')
  @ApiParam({ name: 'file', schema: { type: 'string' }, description: 'A wallet address and .png' })
  @ApiResponse({ status: HttpStatus.OK, description: 'The card' })
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many cards for this address')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The file is not a wallet address and .png')
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'Too many cards are being drawn')
  async walletCard(
    @Param({ schema: cardParamsSchema }) { file: wallet }: CardParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(await this.cards.cardOf(wallet, clientOf(request).network), request, reply);
  }

  @ApiOperation({
    description:
      'The picture of the pyramid below a wallet, 1280 × 1016 px, as its page shows it; also what stands beside a link to it.',
  })
  @Get('/pyramid/:wallet.png')
  @LimitCalls('pyramid')
  @ApiResponse({ status: HttpStatus.OK, description: 'The pyramid' })
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many pyramids for this address')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'What stands before .png is not a wallet address')
  @ApiProblem(HttpStatus.SERVICE_UNAVAILABLE, 'Too many pictures are being drawn')
  async pyramidPng(
    @Param({ schema: pyramidParamsSchema }) { wallet }: PyramidParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(await this.cards.pyramidOf(wallet, clientOf(request).network), request, reply);
  }

  @ApiOperation({ description: 'The same picture as SVG, with its fonts inside.' })
  @Get('/pyramid/:wallet.svg')
  @LimitCalls('pyramid')
  @ApiProduces('image/svg+xml')
  @ApiResponse({ status: HttpStatus.OK, description: 'The pyramid' })
  @ApiProblem(HttpStatus.TOO_MANY_REQUESTS, 'Too many pyramids for this address')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'What stands before .svg is not a wallet address')
  async pyramidSvg(
    @Param({ schema: pyramidParamsSchema }) { wallet }: PyramidParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const svg = new CompressedBody(await this.cards.pyramidSvg(wallet), QUICK_BROTLI);
    reply.header('content-security-policy', PICTURE_POLICY);
    await sendCompressed(request, reply, svg, {
      status: HttpStatus.OK,
      type: 'image/svg+xml',
      cacheControl: CACHE_CONTROL,
    });
  }
}

async function send(
  { png, etag }: Card,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.headers({
    'cache-control': CACHE_CONTROL,
    'content-security-policy': PICTURE_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  });
  if (request.headers['if-none-match']?.includes(etag) === true) {
    await reply.status(HttpStatus.NOT_MODIFIED).send();
    return;
  }
  await reply.type('image/png').send(png);
}
