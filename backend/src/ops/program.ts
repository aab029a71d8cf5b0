import { Command } from 'commander';
import { BACKUP } from './backup.js';
import { RESTORE } from './restore.js';
import { describeStatuses, exitByStatus } from './command.js';
import { CONTINUE_LOG } from './continue-log.js';
import { COPY } from './copy.js';
import { DOCTOR } from './doctor.js';
import { EXPORT } from './export.js';
import { BAN, REVOKE, SIGN_OUT_ALL, UNBAN, UNREVOKE } from './moderation.js';
import { NEW_LOG } from './new-log.js';
import { NOTIFY } from './notify.js';
import { PREFLIGHT } from './preflight.js';
import { SETTINGS } from './settings.js';
import { STATUS } from './status.js';
import { SUSPECTS } from './suspects.js';
import { VERIFY } from './verify/command.js';
import { WALLET } from './wallet.js';

const COMMANDS = [
  STATUS,
  SETTINGS,
  NOTIFY,
  WALLET,
  SUSPECTS,
  BAN,
  UNBAN,
  UNREVOKE,
  REVOKE,
  SIGN_OUT_ALL,
  NEW_LOG,
  CONTINUE_LOG,
  DOCTOR,
  COPY,
  EXPORT,
  BACKUP,
  RESTORE,
  VERIFY,
  PREFLIGHT,
];

export const PROGRAM = new Command(
  process.env.npm_lifecycle_event === 'ops' ? 'npm run ops --' : 'ops',
)
  .description('The operator’s tool of Pyramidion.')
  .addHelpText(
    'after',
    `
Commands that need a database use that of DATABASE_URL (default: data/pyramidion.sqlite), unless an option names another.
All except restore work while the server runs. Every command has --help, and --json for scripts.
${describeStatuses('all is well', 'something is wrong, or the request was refused')}`,
  )
  .configureHelp({
    subcommandTerm: (command) => `${command.name()} ${command.usage()}`.replace(' [options]', ''),
  })
  .showHelpAfterError('Add --help to list the commands.')
  .exitOverride(exitByStatus);

for (const command of COMMANDS) PROGRAM.addCommand(command);
