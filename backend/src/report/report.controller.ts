import { Controller, Get, HttpStatus } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation } from '@nestjs/swagger';
import { ApiAnswer, ApiNotModified, ApiSection } from '../http/docs.js';
import { reportSchema, type Report } from './report.schema.js';
import { ReportService } from './report.service.js';

@ApiSection('report', 'The whole pyramid in numbers')
@Controller('api/report')
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  @ApiOperation({
    operationId: 'getReport',
    summary: 'Get the shareholder report',
    description:
      'Returns the numbers of the whole pyramid, at most ten minutes old: growth by week, wallets on each level, who holds the points, and who would have lost money. Levels and payout follow from proven referrals. Revoked referrals, and referrals by a banned wallet, do not count. If there is no such report yet, and counting takes longer than 8 s, the answer is 503.',
  })
  @Get()
  @RouteConfig({ hashesAnswer: true })
  @ApiAnswer(HttpStatus.OK, 'The report', reportSchema)
  @ApiNotModified()
  get(): Promise<Report> {
    return this.reports.current();
  }
}
