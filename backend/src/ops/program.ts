import { Command } from 'commander';
import { activityCommand } from './activity.js';
import { actionCommands } from './actions.js';
import { backupCommand } from './backup/backup.js';
import { restoreCommand } from './backup/restore.js';
import { describeStatuses, exitByStatus } from './command.js';
import { copyCommand } from './copy.js';
import { dashboardCommand } from './dashboard.js';
import { doctorCommand } from './doctor/doctor.js';
import { exportCommand } from './export.js';
import { leaderboardCommand } from './leaderboard.js';
import { preflightCommand } from './preflight.js';
import { seedCommand } from './seed/seed.js';
import { statsCommand } from './stats.js';
import { suspectsCommand } from './suspects.js';
import { topCommand } from './top.js';
import { verifyCommand } from './verify/command.js';
import { walletCommand } from './wallet.js';

/** The operator's tool, with every command. */
export function createProgram(): Command {
  const program = new Command('npm run ops --')
    .description('The operator’s tool of Pyramidion.')
    .addHelpText(
      'after',
      `
It works on the database that DATABASE_URL names, or else data/pyramidion.sqlite, and all but restore while the server
serves it. Every command has --help, and --json for scripts.
${describeStatuses('all is well', 'something differs, or was refused')}`,
    )
    .configureHelp({
      // As it is typed; options are in the help of the command itself.
      subcommandTerm: (command) => `${command.name()} ${command.usage()}`.replace(' [options]', ''),
    })
    .showHelpAfterError('Add --help to see what there is.')
    .exitOverride(exitByStatus);
  const commands = [
    statsCommand(),
    leaderboardCommand(),
    activityCommand(),
    walletCommand(),
    suspectsCommand(),
    ...actionCommands(),
    doctorCommand(),
    copyCommand(),
    exportCommand(),
    backupCommand(),
    restoreCommand(),
    verifyCommand(),
    preflightCommand(),
    topCommand(),
    dashboardCommand(),
    seedCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}
