import type { Command } from 'commander';
import { describeDashboard } from '../metrics/dashboard.js';
import { concluding, newCommand } from './command.js';

/** `dashboard`: what Grafana imports to show the metrics. */
export function dashboardCommand(): Command {
  return newCommand(
    'dashboard',
    'print a dashboard of the metrics, for Grafana',
    'it is printed',
  ).action(
    concluding(() => {
      const report = describeDashboard();
      return Promise.resolve({ report, text: JSON.stringify(report, null, 2) });
    }),
  );
}
