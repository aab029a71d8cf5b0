import { Clock } from '../core/clock.js';
import { StartError } from '../core/errors.js';
import { postNotice, type Posted } from '../operator/notify.js';
import { loadSettings } from '../settings.js';
import { defineCommand } from './command.js';

export const NOTIFY = defineCommand({
  name: 'notify',
  description: 'post a test notice to NOTIFY_URL, and show the answer',
  example: 'notify --test',
  well: 'NOTIFY_URL answered with a status of 200 to 299',
  configure: (command) => command.requiredOption('--test', 'post a test notice (required)'),
  run: postTest,
  describe: ({ format, answer }) =>
    `Posted to NOTIFY_URL in the format ${format}. Answer: ${answer}`,
});

async function postTest(): Promise<Posted> {
  const { noticeReceiver, noticeFormat, publicOrigin } = loadSettings();
  if (noticeReceiver === null) {
    throw new StartError('NOTIFY_URL is not set: set it, then try again');
  }
  return postNotice(
    { noticeReceiver, noticeFormat },
    {
      site: publicOrigin,
      event: 'test',
      state: 'over',
      text: 'This is a test of NOTIFY_URL. All is well.',
      at: new Clock().now().toISOString(),
    },
  );
}
