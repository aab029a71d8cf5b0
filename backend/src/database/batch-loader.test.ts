import { expect, test } from '@jest/globals';
import { batchLoader } from './batch-loader.js';
import { Unavailable } from '../core/errors.js';

/** Promises settle within so many turns, and then the next call begins. */
const MAX_TURNS = 20;

/** Answers when told to, and remembers what it was asked together. */
class Oracle {
  readonly calls: (readonly number[])[] = [];
  private readonly pending: { answer: () => void; fail: (error: Error) => void }[] = [];

  readonly ask = batchLoader((questions: readonly number[]) => {
    this.calls.push([...questions]);
    return new Promise<string[]>((resolve, reject) => {
      this.pending.push({ answer: () => resolve(questions.map(String)), fail: reject });
    });
  });

  async answer(): Promise<void> {
    (await this.next()).answer();
  }

  async fail(error: Error): Promise<void> {
    (await this.next()).fail(error);
  }

  private async next(): Promise<{ answer: () => void; fail: (error: Error) => void }> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const next = this.pending.shift();
      if (next !== undefined) return next;
      await Promise.resolve();
    }
    throw new Error('nothing was asked');
  }
}

test('a question is asked at once, and those that come meanwhile are asked together after it', async () => {
  const oracle = new Oracle();
  const first = oracle.ask(1);
  await Promise.resolve();
  const others = [oracle.ask(2), oracle.ask(3)];
  expect(oracle.calls).toEqual([[1]]);

  await oracle.answer();
  expect(await first).toBe('1');
  await oracle.answer();

  expect(await Promise.all(others)).toEqual(['2', '3']);
  expect(oracle.calls).toEqual([[1], [2, 3]]);
});

test('an answer is never older than its question: nobody shares a call that had begun before', async () => {
  const oracle = new Oracle();
  const first = oracle.ask(7);
  await Promise.resolve();
  const later = oracle.ask(7);
  await oracle.answer();
  await oracle.answer();
  expect(await Promise.all([first, later])).toEqual(['7', '7']);
  expect(oracle.calls).toEqual([[7], [7]]);
});

test('a call that fails fails those who share it, and nobody after them', async () => {
  const oracle = new Oracle();
  const unlucky = Promise.allSettled([oracle.ask(1), oracle.ask(2)]);
  await Promise.resolve();
  const lucky = oracle.ask(3);
  await oracle.fail(new Error('no answer'));
  await oracle.answer();
  expect(await unlucky).toEqual([
    { status: 'rejected', reason: new Error('no answer') },
    { status: 'rejected', reason: new Error('no answer') },
  ]);
  expect(await lucky).toBe('3');
});

test('when the database is unavailable, those who wait are told so at once, and those who ask later are answered', async () => {
  const oracle = new Oracle();
  const outage = new Unavailable('The database cannot be read now.', 5);
  const first = Promise.allSettled([oracle.ask(1)]);
  await Promise.resolve();
  const waiting = Promise.allSettled(Array.from({ length: 150 }, () => oracle.ask(2)));
  await oracle.fail(outage);
  for (const answers of [await first, await waiting]) {
    for (const answer of answers) expect(answer).toEqual({ status: 'rejected', reason: outage });
  }
  const later = oracle.ask(3);
  await oracle.answer();
  expect(await later).toBe('3');
  expect(oracle.calls).toEqual([[1], [3]]);
});

test('a hundred are asked together at most', async () => {
  const oracle = new Oracle();
  const questions = Array.from({ length: 250 }, (_, index) => index);
  const answers = Promise.all(questions.map((question) => oracle.ask(question)));
  for (let call = 0; call < 3; call += 1) await oracle.answer();
  expect(await answers).toEqual(questions.map(String));
  expect(oracle.calls.map(({ length }) => length)).toEqual([100, 100, 50]);
});
