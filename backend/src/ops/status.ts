import { sectionsOf, type StatusReport } from '../operator/status-report.js';
import { StatusService } from '../operator/status.service.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { keyValueTable, table } from './table.js';

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
  const { version, build, origin, warnings, remarks, unproven } = report;
  const list = (heading: string, sentences: readonly string[]): string[] =>
    sentences.length === 0
      ? []
      : [
          table(
            [heading],
            sentences.map((sentence) => [sentence]),
          ),
        ];
  return [
    keyValueTable([
      ['Version', `${version}, build ${build}`],
      ['Origin', origin],
      ['Claims unproven for a week', unproven],
    ]),
    ...(warnings.length === 0 ? ['All is well.'] : list('Warnings', warnings)),
    ...list('Remarks', remarks),
    ...sectionsOf(report).map(({ title, otherwise, headings, rows }) =>
      rows.length === 0 ? otherwise : `${title}\n${table(headings, rows)}`,
    ),
  ].join('\n\n');
}
