import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootAbove } from '../core/build.js';
import { newCommand, reporting } from './command.js';

export const DASHBOARD = newCommand(
  'dashboard',
  'print a dashboard of the metrics, for Grafana',
  'it is printed',
).action(
  reporting(
    async (): Promise<unknown> => {
      const root = rootAbove(dirname(fileURLToPath(import.meta.url)));
      return JSON.parse(await readFile(join(root, 'deploy/grafana.json'), 'utf8'));
    },
    (report) => JSON.stringify(report, null, 2),
  ),
);
