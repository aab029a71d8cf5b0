import { jest } from '@jest/globals';

/** Makes fetch respond with the result of `answer` as JSON, and silences `console.error`. */
export function serverAnswers(answer: (address: string) => Promise<object>): void {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (asked) =>
      Response.json(await answer(asked instanceof Request ? asked.url : asked.toString())),
    );
}
