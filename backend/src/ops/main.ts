import { Command } from 'commander';
import { verifyCommand } from './verify/verify-command.js';

const program = new Command('npm run ops --')
  .description('The operator’s tool of Pyramidion.')
  .showHelpAfterError()
  .addCommand(verifyCommand());

await program.parseAsync();
