import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { rootAbove } from '../core/build.js';
import { concluding, newCommand } from './command.js';

/** `dashboard`: what Grafana imports to show the metrics. */
export function dashboardCommand(): Command {
  return newCommand(
    'dashboard',
    'print a dashboard of the metrics, for Grafana',
    'it is printed',
  ).action(
    concluding(async () => {
      const root = rootAbove(dirname(fileURLToPath(import.meta.url)));
      const report: unknown = JSON.parse(await readFile(join(root, 'deploy/grafana.json'), 'utf8'));
      return { report, text: JSON.stringify(report, null, 2) };
    }),
  );
}
