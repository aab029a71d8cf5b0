import { Command, type CommanderError } from 'commander';
import { causeOf } from '../core/endpoint.js';
import { Refused, Unavailable } from '../core/errors.js';
import { DiskTooFull } from '../core/files.js';
import { printable } from '../core/printable.js';
import { Services } from './services.js';

const STATUS = { well: 0, notWell: 1, impossible: 2 } as const;

/** A command of the operator's tool. `Words` are its arguments, and then its options. */
interface Definition<Words extends unknown[], Report> {
  readonly name: string;
  readonly description: string;
  /** Example for the help, without `ops`. */
  readonly example: string;
  /** Meaning of exit status 0. */
  readonly well: string;
  /** Meaning of exit status 1. */
  readonly notWell?: string;
  readonly configure?: (command: Command) => Command;
  readonly run: (services: Services, ...words: Words) => Promise<Report>;
  /** Formats the report for people; null if `run` has written the output. */
  readonly describe: ((report: Report, ...words: Words) => string) | null;
  /** Decides between exit status 0 and 1; default: 0. */
  readonly isWell?: (report: Report) => boolean;
}

export function defineCommand<Words extends unknown[], Report>(
  definition: Definition<Words, Report>,
): Command {
  const { name, description, example, well, notWell, configure } = definition;
  const command = new Command(name)
    .description(description)
    .option('--json', 'print JSON')
    .addHelpText('after', describeStatuses(well, notWell))
    .showHelpAfterError('Add --help to list the arguments and options.')
    .exitOverride(exitByStatus)
    .action(async function (this: Command, ...words: unknown[]) {
      await perform(definition, this.opts<{ json?: true }>().json === true, words as Words);
    });
  (configure?.(command) ?? command).addHelpText(
    'after',
    () => `\nExample:\n  ${rootOf(command)} ${example}`,
  );
  return command;
}

async function perform<Words extends unknown[], Report>(
  { run, describe, isWell = () => true }: Definition<Words, Report>,
  isJson: boolean,
  words: Words,
): Promise<void> {
  const services = new Services();
  const report = await services.use(() => run(services, ...words));
  process.exitCode = isWell(report) ? STATUS.well : STATUS.notWell;
  if (describe === null) return;
  const text = isJson ? JSON.stringify(report, null, 2) : describe(report, ...words);
  process.stdout.write(`${printable(text)}\n`);
}

const rootOf = ({ parent }: Command): string => parent?.name() ?? '';

export function describeStatuses(well: string, notWell?: string): string {
  return `
Exit status:
  ${STATUS.well}  ${well}${notWell === undefined ? '' : `\n  ${STATUS.notWell}  ${notWell}`}
  ${STATUS.impossible}  the command failed: wrong arguments, or something cannot be read or written`;
}

/** Exits after help was printed or arguments were wrong. */
export function exitByStatus({ exitCode }: CommanderError): never {
  process.exit(exitCode === STATUS.well ? STATUS.well : STATUS.impossible);
}

export function exitWithError(error: unknown): void {
  process.stderr.write(`error: ${printable(explain(error))}\n`);
  const isRefused = error instanceof Refused || error instanceof DiskTooFull;
  process.exitCode = isRefused ? STATUS.notWell : STATUS.impossible;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const hasCause = error instanceof Unavailable && cause !== undefined;
  return hasCause ? `${message} (${causeOf(cause)})` : message;
}
