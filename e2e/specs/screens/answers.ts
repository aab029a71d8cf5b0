import type { Page, Route } from 'playwright-core';

export type Answer =
  { readonly body: object | string | Buffer } | { readonly status: number } | 'silence';

/**
 * Answers by path. A path that does not start with `/` is below `/api/`, and a path without a query matches every
 * query. The server answers all other requests.
 */
export type Answers = Readonly<Record<string, Answer>>;

export async function answerInstead(page: Page, answers: Answers): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    const path = name.startsWith('/') ? name : `/api/${name}`;
    await page.route(
      ({ pathname, search }) => path === pathname + (name.includes('?') ? search : ''),
      (route) => give(route, answer),
    );
  }
}

async function give(route: Route, answer: Answer): Promise<void> {
  if (answer === 'silence') return;
  if ('status' in answer) {
    await route.fulfill({ status: answer.status, body: 'as a test wants it' });
    return;
  }
  const { body } = answer;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  await route.fulfill(isRaw ? { body } : { json: body });
}
