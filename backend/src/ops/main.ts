import 'reflect-metadata';
import { errorCode, StartError } from '../core/errors.js';
import { exitWithError } from './command.js';
import { PROGRAM } from './program.js';

// When nobody reads on, as after `head`, the process ends without a word.
process.stdout.on('error', (error) => {
  if (errorCode(error) !== 'EPIPE') {
    exitWithError(
      new StartError(`the output cannot be written (${String(error)}): have it go elsewhere`),
    );
  }
  process.exit();
});

// Copies, exports and reports hold what the database holds: they are for this user alone.
process.umask(0o077);

try {
  await PROGRAM.parseAsync();
} catch (error) {
  exitWithError(error);
}
