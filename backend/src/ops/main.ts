import 'reflect-metadata';
import { allowSlowConnections } from '../core/endpoint.js';
import { errorCode, StartError } from '../core/errors.js';
import { exitWithError } from './command.js';
import { PROGRAM } from './program.js';

// A closed pipe, such as that of `head`, ends the process silently.
process.stdout.on('error', (error) => {
  if (errorCode(error) !== 'EPIPE') {
    exitWithError(
      new StartError(
        `the output cannot be written (${String(error)}): write it to another file or disk`,
      ),
    );
  }
  process.exit();
});

// Files such as backups contain private data, so only this user may read new files.
process.umask(0o077);
allowSlowConnections();

try {
  await PROGRAM.parseAsync();
} catch (error) {
  exitWithError(error);
}
