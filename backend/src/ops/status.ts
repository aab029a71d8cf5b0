import type { StatusReport } from '../operator/status-report.js';
import { StatusService } from '../operator/status.service.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable, table } from './table.js';

const DAYS = 7;

const MAX_ROWS = 5;

export const STATUS = defineCommand({
  name: 'status',
  description: 'show whether all is well: server, backups, disk, node, recent days, suspects',
  example: 'status --json',
  well: 'all is well',
  notWell: 'something is wrong: a warning says what',
  run: async (services: Services) => (await services.get(StatusService)).read(),
  describe,
  isWell: ({ warnings }) => warnings.length === 0,
});

function describe(report: StatusReport): string {
  const { version, build, origin, warnings, remarks, checks, growth, suspects, actions } = report;
  const days = report.days.slice(0, DAYS).map((day) => ({ ...day, signIns: day.signIns ?? '' }));
  return [
    keyValueTable([
      ['Version', `${version}, build ${build}`],
      ['Origin', origin],
      ...checks.map(({ name, looked }) => [name, looked] as const),
      ['Claims unproven for a week', report.unproven],
    ]),
    listOr('All is well.', ['Warnings'], toRows(warnings)),
    ...(remarks.length === 0 ? [] : [table(['Remarks'], toRows(remarks))]),
    table(['Day (UTC)', 'Sign-ins', 'Claims', 'Proofs'], days),
    listOr(
      'No recruit was proven in two weeks.',
      ['Proven recruits of', 'Week', 'Before'],
      growth.slice(0, MAX_ROWS),
    ),
    listOr('No suspects.', ['Suspects', 'Why'], suspects.slice(0, MAX_ROWS)),
    listOr(
      'No operator actions.',
      ['Last actions', 'Action', 'Subject', 'Why'],
      actions.slice(0, MAX_ROWS),
    ),
  ].join('\n\n');
}

function toRows(sentences: readonly string[]): { readonly sentence: string }[] {
  return sentences.map((sentence) => ({ sentence }));
}

function listOr(
  otherwise: string,
  headings: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
): string {
  return rows.length === 0 ? otherwise : table(headings, rows);
}
