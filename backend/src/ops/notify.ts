import { Clock } from '../core/clock.js';
import { StartError } from '../core/errors.js';
import { postNotice } from '../operator/notify.js';
import { loadSettings } from '../settings.js';
import { newCommand, reporting } from './command.js';

export const NOTIFY = newCommand(
  'notify',
  'post a test notice to NOTIFY_URL',
  'NOTIFY_URL answered with a status of 200 to 299',
)
  .requiredOption('--test', 'post a test notice (required)')
  .action(reporting(postTest, () => 'Posted to NOTIFY_URL.'));

async function postTest(): Promise<{ posted: true }> {
  const { notifyUrl, publicOrigin } = loadSettings();
  if (notifyUrl === null) throw new StartError('NOTIFY_URL is not set: set it, then try again');
  await postNotice(notifyUrl, {
    site: publicOrigin,
    event: 'test',
    state: 'over',
    text: 'This is a test of NOTIFY_URL. All is well.',
    at: new Clock().now().toISOString(),
  });
  return { posted: true };
}
