import { jest } from '@jest/globals';

/** Has the server answer every question with what `answer` makes of its address; what is logged meanwhile is not shown. */
export function serverAnswers(answer: (address: string) => Promise<object>): void {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (asked) =>
      Response.json(await answer(asked instanceof Request ? asked.url : asked.toString())),
    );
}
