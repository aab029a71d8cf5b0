import { errorCode } from '../error-code.js';

/** Has the process end without a word when nobody reads on what it prints, as after `head`. */
export function endWhenNobodyReads(): void {
  process.stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
    process.exit();
  });
}
