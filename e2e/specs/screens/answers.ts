import type { Page, Route } from 'playwright-core';

/** What a page hears instead of the server's answer: a body, a failure with this status, or nothing at all. */
export type Answer = { readonly body: object | string } | { readonly status: number } | 'silence';

/** Answers by what is asked, as the path after `/api/`, with or without a query. What is not named here, the server answers. */
export type Answers = Readonly<Record<string, Answer>>;

/** Answers in the server's place from now on. */
export async function answerInstead(page: Page, answers: Answers): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    await page.route(
      ({ pathname, search }) => `/api/${name}` === pathname + (name.includes('?') ? search : ''),
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
  await route.fulfill(typeof body === 'string' ? { body } : { json: body });
}
