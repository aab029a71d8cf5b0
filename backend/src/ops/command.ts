import { Command, type CommanderError } from 'commander';
import { firstCause, Unavailable } from '../core/errors.js';
import { DiskTooFull } from '../core/files.js';
import { printable } from '../core/printable.js';

const STATUS = { well: 0, notWell: 1, impossible: 2 } as const;

/** The command cannot run now, and nothing was changed. The message says why. */
export class Refused extends Error {}

/**
 * Creates a command of the operator's tool.
 * @param well meaning of exit status 0
 * @param notWell meaning of exit status 1, or null; status 2 always means that the command could not run
 */
export function newCommand(
  name: string,
  description: string,
  well: string,
  notWell: string | null = null,
): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print JSON')
    .addHelpText('after', describeStatuses(well, notWell))
    .showHelpAfterError('Add --help to list the arguments and options.')
    .exitOverride(exitByStatus);
}

export function describeStatuses(well: string, notWell: string | null): string {
  return `
Exit status:
  ${STATUS.well}  ${well}${notWell === null ? '' : `\n  ${STATUS.notWell}  ${notWell}`}
  ${STATUS.impossible}  the command failed: wrong arguments, or something cannot be read or written`;
}

/** Exits after help was printed or arguments were wrong. */
export function exitByStatus({ exitCode }: CommanderError): never {
  process.exit(exitCode === STATUS.well ? STATUS.well : STATUS.impossible);
}

/** Returns an action that runs `work`, prints its report as JSON or by `describe`, and sets the exit status. */
export function reporting<Words extends unknown[], Report>(
  work: (...words: Words) => Promise<Report>,
  describe: (report: Report, ...words: Words) => string,
  isWell: (report: Report) => boolean = () => true,
) {
  return async function (this: Command, ...words: Words): Promise<void> {
    const report = await work(...words);
    process.exitCode = isWell(report) ? STATUS.well : STATUS.notWell;
    const { json } = this.opts<{ json?: true }>();
    const text = json === true ? JSON.stringify(report, null, 2) : describe(report, ...words);
    process.stdout.write(`${printable(text)}\n`);
  };
}

/** Prints an error as one line, and sets the exit status. */
export function exitWithError(error: unknown): void {
  process.stderr.write(`error: ${printable(explain(error))}\n`);
  const isRefused = error instanceof Refused || error instanceof DiskTooFull;
  process.exitCode = isRefused ? STATUS.notWell : STATUS.impossible;
}

/** Returns the message with its cause, such as a lock or a disk. Visitors are not told the cause. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof Unavailable ? firstCause(error) : null;
  return cause === null ? error.message : `${error.message} (${cause})`;
}
