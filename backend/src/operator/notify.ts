import { StartError } from '../core/errors.js';

/** Timeout of the receiver's answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

type NoticeEvent = 'backup' | 'write' | 'node' | 'suspects' | 'test';

/** JSON body of a POST to NOTIFY_URL. It contains no data of visitors. */
export interface Notice {
  readonly site: string;
  readonly event: NoticeEvent;
  readonly state: 'problem' | 'over';
  /** A sentence for people. Slack and Mattermost show the property `text`. */
  readonly text: string;
  readonly at: string;
}

/**
 * Posts a notice. Redirects are not followed.
 * @throws Error unless the receiver answers in time with a status of 200 to 299; the message does not contain the
 * address
 */
export async function postNotice(url: string, notice: Notice): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.name : 'unknown error';
    throw new StartError(`NOTIFY_URL does not answer (${why}): check its host`);
  });
  await response.body?.cancel();
  if (!response.ok) throw new StartError(`NOTIFY_URL answers ${response.status}: check its path`);
}
