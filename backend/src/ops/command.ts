import { Command } from 'commander';
import { firstCause, Unavailable } from '../core/errors.js';

/** How a command ends. */
export const STATUS = { well: 0, notWell: 1, impossible: 2 } as const;

/** What the operator asked for cannot be as things are, and nothing was changed; the message says why. */
export class Refused extends Error {}

/** What a command found or did. */
export interface Conclusion {
  /** Whether all is well. */
  readonly ok: boolean;
  /** What `--json` prints. */
  readonly report: unknown;
  /** The same for people. */
  readonly text: string;
}

/** Options that every command has. */
export interface CommonOptions {
  readonly json?: true;
}

/**
 * A command of the operator's tool.
 * @param statuses what its exit statuses 0 and 1 mean, null where there is no 1; 2 is always what cannot be done
 */
export function newCommand(
  name: string,
  description: string,
  statuses: { readonly well: string; readonly notWell: string | null },
): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print JSON')
    .addHelpText('after', describeStatuses(statuses.well, statuses.notWell))
    .showHelpAfterError('Add --help to see what it takes.')
    .exitOverride(({ exitCode }) =>
      process.exit(exitCode === STATUS.well ? STATUS.well : STATUS.impossible),
    );
}

/** The exit statuses, for its help. */
export function describeStatuses(well: string, notWell: string | null): string {
  return [
    '\nExit status:',
    `  ${STATUS.well}  ${well}`,
    ...(notWell === null ? [] : [`  ${STATUS.notWell}  ${notWell}`]),
    `  ${STATUS.impossible}  it cannot be done: wrong arguments, or something cannot be read or written`,
  ].join('\n');
}

/** Does what a command is for, prints what came of it, and sets the exit status. */
export async function conclude(
  { json }: CommonOptions,
  work: () => Promise<Conclusion>,
): Promise<void> {
  const { ok, report, text } = await work();
  process.exitCode = ok ? STATUS.well : STATUS.notWell;
  process.stdout.write(`${json === true ? JSON.stringify(report, null, 2) : text}\n`);
}

/** Says in one line what is wrong, and sets the exit status. */
export function giveUp(error: unknown): void {
  process.stderr.write(`error: ${explain(error)}\n`);
  process.exitCode = error instanceof Refused ? STATUS.notWell : STATUS.impossible;
}

/** What visitors are told says nothing of locks and disks, which the operator can do something about. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof Unavailable ? firstCause(error) : null;
  return cause === null ? error.message : `${error.message} (${cause})`;
}
