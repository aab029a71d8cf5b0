import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Endpoint } from '../../src/core/endpoint.js';
import { formatFor, postNotice } from '../../src/operator/notify.js';
import type { NoticeFormat } from '../../src/settings.js';
import { portOf } from '../support/port-of.js';

const NOTICE = {
  site: 'https://pyramidion.example',
  event: 'node',
  state: 'problem',
  text: 'No node <!channel> & @everyone.',
  at: '2026-11-26T12:00:00.000Z',
} as const;

/** Validates a posted notice, and returns its text, preceded by its title if the format has one. */
const SENT: Readonly<Record<NoticeFormat, (body: string, request: IncomingMessage) => string>> = {
  json: (body) => z.object({ text: z.string() }).parse(JSON.parse(body)).text,
  slack: (body) => z.strictObject({ text: z.string().max(4_000) }).parse(JSON.parse(body)).text,
  discord: (body) =>
    z
      .strictObject({
        content: z.string().min(1).max(2_000),
        allowed_mentions: z.strictObject({ parse: z.array(z.string()).length(0) }),
      })
      .parse(JSON.parse(body)).content,
  gotify: (body) => {
    const { title, message } = z
      .object({ title: z.string(), message: z.string().min(1), priority: z.int() })
      .parse(JSON.parse(body));
    return `${title}: ${message}`;
  },
  ntfy: (body, { headers }) => {
    // ntfy turns a longer message into a file.
    if (Buffer.byteLength(body) > 4_096) throw new Error('attachment');
    return `${String(headers.title)}: ${body}`;
  },
};

describe('a notice', () => {
  let receiver: Server;
  let format: NoticeFormat;
  let sent: string[];
  let answer: { status: number; headers?: Record<string, string>; body?: string };

  beforeEach(async () => {
    [sent, answer] = [[], { status: 200, body: '{"id":1}' }];
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        sent.push(SENT[format](body, request));
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });

  afterEach(() => {
    receiver.close();
    receiver.closeAllConnections();
  });

  function post(words: string) {
    const noticeReceiver = new Endpoint(`http://127.0.0.1:${portOf(receiver)}/secret-topic`);
    return postNotice({ noticeReceiver, noticeFormat: format }, { ...NOTICE, text: words });
  }

  test.each([
    ['json', NOTICE.text],
    ['slack', 'pyramidion.example: No node &lt;!channel&gt; &amp; @everyone.'],
    ['discord', `pyramidion.example: ${NOTICE.text}`],
    ['gotify', `pyramidion.example: ${NOTICE.text}`],
    ['ntfy', `pyramidion.example: ${NOTICE.text}`],
  ] as const)('is sent to a receiver of the format %s', async (name, expected) => {
    format = name;
    expect(await post(NOTICE.text)).toEqual({ format, answer: 'status 200' });
    expect(sent).toEqual([expected]);
  });

  test.each(['slack', 'discord', 'gotify', 'ntfy'] as const)(
    'with a text of 12,000 bytes is cut in the format %s',
    async (name) => {
      format = name;
      await post('ä😀'.repeat(2_000));
      expect(sent[0]).toMatch(/^pyramidion\.example: (ä😀)+ä?…$/u);
    },
  );

  test('that is rejected causes an error with the status', async () => {
    format = 'discord';
    answer = { status: 429, body: '{"message":"You are being rate limited."}' };
    await expect(post('text')).rejects.toThrow(
      'NOTIFY_URL did not accept the notice (format discord): status 429',
    );
  });

  test.each([
    ['https://discord.com/api/webhooks/1/x', 'discord'],
    ['https://canary.discord.com/api/webhooks/1/x?wait=true', 'discord'],
    ['https://discordapp.com/api/webhooks/1/x', 'discord'],
    ['https://discord.com/api/webhooks/1/x/slack', 'slack'],
    ['https://discord.com.evil.example/api/webhooks/1/x', 'json'],
    ['https://hooks.slack.com/services/T/B/x', 'slack'],
    ['https://ntfy.sh/topic', 'ntfy'],
    ['https://user:pass@ntfy.example.org:8443/topic', 'ntfy'],
    ['https://push.example.org/message?token=x', 'gotify'],
    ['https://push.example.org/sub/message?a=b&token=x', 'gotify'],
    ['https://chat.example.org/hooks/x', 'json'],
  ] as const)('to %s has the format %s by default', (address, expected) => {
    expect(formatFor(new Endpoint(address))).toBe(expected);
  });
});
