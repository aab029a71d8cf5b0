import { explainSettings } from '../settings.js';
import { newCommand, reporting } from './command.js';
import { table } from './table.js';

export const SETTINGS = newCommand(
  'settings',
  'show each setting with its source; secrets are masked',
  'no setting has a problem',
  'a warning names the problem, such as a line of .env that has no effect',
).action(
  reporting(
    () => Promise.resolve(explainSettings()),
    ({ settings, warnings }) =>
      [
        table(
          ['Setting', 'Value', 'Source'],
          settings.map(({ name, value, source }) => [name, value ?? '', source]),
        ),
        ...warnings,
      ].join('\n'),
    ({ warnings }) => warnings.length === 0,
  ),
);
