import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ROOT } from '../core/build.js';
import { concluding, newCommand } from './command.js';

/** `dashboard`: what Grafana imports to show the metrics. */
export function dashboardCommand(): Command {
  return newCommand(
    'dashboard',
    'print a dashboard of the metrics, for Grafana',
    'it is printed',
  ).action(
    concluding(async () => {
      const report: unknown = JSON.parse(await readFile(join(ROOT, 'deploy/grafana.json'), 'utf8'));
      return { report, text: JSON.stringify(report, null, 2) };
    }),
  );
}
