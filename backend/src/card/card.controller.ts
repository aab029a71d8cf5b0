import {
  applyDecorators,
  Controller,
  Get,
  HttpStatus,
  Param,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { compressFor, sendCompressed } from '../core/compressed-body.js';
import { nullIfUnavailable } from '../core/errors.js';
import { CostlyReads } from '../http/costly-reads.js';
import { ApiNotModified, ApiPicture, ApiProblem, ApiSection } from '../http/docs.js';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { certificateOf, collapseSchema, type CardSubject } from '../site/page.js';
import { REPORT_CARD_PATH, SITE_CARD_PATH } from '../site/shared-link.js';
import { walletIn } from '../shared/referral-link.js';
import { walletAddressSchema } from '../wallet/address.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import { costOf, PyramidService } from '../pyramid/pyramid.service.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { ReportService } from '../report/report.service.js';
import { CardRenderer } from './card-renderer.js';

const CACHE_CONTROL = 'public, max-age=300';

/** Messengers wait only a few seconds for a picture. */
const MAX_REPORT_WAIT_MS = 3_000;

/** Finds the address in a file name such as `ADDRESS.png`, also with punctuation that chats add to links. */
const cardParamsSchema = z.strictObject({
  file: z
    .string()
    .transform((file) => walletIn(file) ?? file)
    .pipe(walletAddressSchema),
});

type CardParams = z.infer<typeof cardParamsSchema>;

function PictureRoute(
  subject: 'card' | 'pyramid',
  mediaType: 'image/png' | 'image/svg+xml' = 'image/png',
): MethodDecorator {
  return applyDecorators(
    LimitCalls(subject),
    ApiPicture(mediaType),
    ApiNotModified(),
    ApiProblem(HttpStatus.TOO_MANY_REQUESTS, `Too many ${subject}s requested by this address`),
  );
}

const siteCardQuerySchema = z.object({ collapse: collapseSchema.optional() });

type SiteCardQuery = z.infer<typeof siteCardQuerySchema>;

const pyramidParamsSchema = z.strictObject({ wallet: walletAddressSchema });

type PyramidParams = z.infer<typeof pyramidParamsSchema>;

/**
 * Content-Security-Policy of a picture that is opened in its own tab. The fonts of an SVG are data URLs. Browsers show
 * a PNG in a page with inline styles.
 */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

const costOfDrawn = ({ pyramid }: { readonly pyramid: Pyramid }): number => costOf(pyramid);

@ApiSection('card', 'Pictures for previews and pages')
@Controller()
export class CardController {
  constructor(
    private readonly costly: CostlyReads,
    private readonly renderer: CardRenderer,
    private readonly stats: ReferralStatsService,
    private readonly pyramids: PyramidService,
    private readonly reports: ReportService,
  ) {}

  @ApiOperation({
    operationId: 'drawSiteCard',
    summary: "Draw the site's or a Daily Collapse's card",
    description:
      'The preview of a link to the site, 1200 × 630 px. For the card of a Daily Collapse, pass the `collapse` value of its link.',
  })
  @Get(SITE_CARD_PATH)
  @PictureRoute('card')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The collapse is too long')
  async siteCard(
    @Query({ schema: siteCardQuerySchema }) { collapse }: SiteCardQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sendCard(collapse === undefined ? null : { collapse }, request, reply);
  }

  @ApiOperation({
    operationId: 'drawReportCard',
    summary: "Draw the shareholder report's card",
    description:
      "The preview of a link to the shareholder report, 1200 × 630 px, with the finding of the week. If the report cannot be counted within 3 s, it is the site's card.",
  })
  @Get(REPORT_CARD_PATH)
  @PictureRoute('card')
  async reportCard(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const report = await this.reports.current(MAX_REPORT_WAIT_MS).catch(nullIfUnavailable);
    if (report !== null) await this.sendCard({ report }, request, reply);
    else await this.send(this.renderer.toSvg(null), request, reply, 'no-cache');
  }

  @ApiOperation({
    operationId: 'drawWalletCard',
    summary: "Draw a wallet's card",
    description:
      "The preview of a wallet's referral link, 1200 × 630 px: a certificate with its proven recruits, the level for that number, and its rank. A wallet without a proven recruit gets the site's card.",
  })
  @Get('/card/:file')
  @PictureRoute('card')
  @ApiParam({
    name: 'file',
    description: 'A wallet address with .png',
    schema: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}\\.png$' },
  })
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The file name is not a wallet address with .png')
  async walletCard(
    @Param({ schema: cardParamsSchema }) { file: wallet }: CardParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Wallets without a proven recruit share one card; otherwise a card would be drawn for each made-up address.
    await this.sendCard(certificateOf(await this.stats.statsOf(wallet)), request, reply);
  }

  @ApiOperation({
    operationId: 'drawPyramidPng',
    summary: 'Draw a pyramid as PNG',
    description:
      'The pyramid below a wallet, 1280 × 1016 px: the picture of its page and of its link preview.',
  })
  @Get('/pyramid/:wallet.png')
  @PictureRoute('pyramid')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The file name is not a wallet address with .png')
  async pyramidPng(
    @Param({ schema: pyramidParamsSchema }) { wallet }: PyramidParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { svg } = await this.costly.run(request, () => this.pyramidOf(wallet), costOfDrawn);
    await this.send(svg, request, reply);
  }

  @ApiOperation({
    operationId: 'drawPyramidSvg',
    summary: 'Draw a pyramid as SVG',
    description: 'Returns the picture of `/pyramid/{wallet}.png` as SVG, with embedded fonts.',
  })
  @Get('/pyramid/:wallet.svg')
  @PictureRoute('pyramid', 'image/svg+xml')
  @ApiProblem(HttpStatus.BAD_REQUEST, 'The file name is not a wallet address with .svg')
  async pyramidSvg(
    @Param({ schema: pyramidParamsSchema }) { wallet }: PyramidParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { body } = await this.costly.run(
      request,
      async () => {
        const { pyramid, svg } = await this.pyramidOf(wallet);
        return { pyramid, body: await compressFor(request, svg) };
      },
      costOfDrawn,
    );
    reply.type('image/svg+xml').headers({
      'cache-control': CACHE_CONTROL,
      'content-security-policy': PICTURE_POLICY,
    });
    await sendCompressed(request, reply, body);
  }

  private async pyramidOf(wallet: string): Promise<{ pyramid: Pyramid; svg: string }> {
    const pyramid = await this.pyramids.drawn(wallet);
    return { pyramid, svg: this.renderer.toSvg(pyramid) };
  }

  private async sendCard(
    subject: CardSubject,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    await this.send(this.renderer.toSvg(subject), request, reply);
  }

  private async send(
    svg: string,
    request: FastifyRequest,
    reply: FastifyReply,
    cacheControl = CACHE_CONTROL,
  ): Promise<void> {
    const { png, etag } = await this.renderer.draw(svg, request);
    reply.headers({
      'cache-control': cacheControl,
      'content-security-policy': PICTURE_POLICY,
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    await reply.type('image/png').send(png);
  }
}
