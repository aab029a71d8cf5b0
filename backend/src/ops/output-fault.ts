import { errorCode, StartError } from '../core/errors.js';
import { giveUp } from './command.js';

/** Has the process end when what it prints cannot be written: without a word when nobody reads on, as after `head`. */
export function endOnOutputFault(): void {
  process.stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') {
      giveUp(
        new StartError(`the output cannot be written (${String(error)}): have it go elsewhere`),
      );
    }
    process.exit();
  });
}
