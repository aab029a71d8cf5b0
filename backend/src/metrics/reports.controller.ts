import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Registry, type Counter } from 'prom-client';
import { LimitCalls } from '../http/rate-limit.guard.js';
import { counterOf } from './outcomes.js';
import {
  connectOutcomeSchema,
  connectReportSchema,
  policyPartSchema,
  policyReportSchema,
  type ConnectReport,
  type PolicyReport,
} from './reports.schema.js';

/** What goes wrong in visitors' browsers, counted by fixed labels: no address, no wallet and no text of theirs is kept. */
@ApiExcludeController()
@Controller('api/reports')
export class ReportsController {
  private readonly connecting: Counter<'outcome'>;
  private readonly policy: Counter<'part'>;

  constructor(registry: Registry) {
    this.connecting = counterOf(registry, 'outcome', connectOutcomeSchema.options, {
      name: 'pyramidion_connecting_total',
      help: 'Attempts to connect a wallet, as browsers tell',
    });
    this.policy = counterOf(registry, 'part', policyPartSchema.options, {
      name: 'pyramidion_policy_reports_total',
      help: 'What the policy of a page forbade, as browsers tell',
    });
  }

  @Post('connecting')
  @HttpCode(HttpStatus.NO_CONTENT)
  @LimitCalls('report')
  countConnecting(@Body({ schema: connectReportSchema }) { outcome }: ConnectReport): void {
    this.connecting.inc({ outcome });
  }

  @Post('policy')
  @HttpCode(HttpStatus.NO_CONTENT)
  @LimitCalls('report')
  @RouteConfig({ takesPolicyReports: true })
  countPolicy(@Body({ schema: policyReportSchema }) { 'csp-report': part }: PolicyReport): void {
    this.policy.inc({ part });
  }
}
