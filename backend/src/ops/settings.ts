import { explainSettings } from '../settings.js';
import { defineCommand } from './command.js';
import { table } from './table.js';

export const SETTINGS = defineCommand({
  name: 'settings',
  description: 'show each setting with its source; secrets are masked',
  example: 'settings',
  well: 'no setting has a problem',
  notWell: 'a warning names the problem, such as a line of .env that has no effect',
  run: () => Promise.resolve(explainSettings()),
  describe: ({ settings, warnings }) =>
    [
      table(
        ['Setting', 'Value', 'Source'],
        settings.map(({ name, value, source }) => [name, value ?? '', source]),
      ),
      ...warnings,
    ].join('\n'),
  isWell: ({ warnings }) => warnings.length === 0,
});
