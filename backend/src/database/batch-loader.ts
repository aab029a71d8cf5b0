import { Unavailable } from '../core/errors.js';

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A way to ask one question at a time where many are cheaper answered together: those that wait while others are being
 * answered are answered next, by one call. An answer is never older than its question. When a call fails, so do those
 * who share it; when the database is unavailable, those who wait, too, for their own call would take as long to find out.
 * @param answerAll an answer for each question, in their order; `waitedMs` is how long the first of them has waited
 * @param maxBatch questions that are answered at once, so that none of them waits long for the others
 */
export function batchLoader<Question, Answer>(
  answerAll: (questions: readonly Question[], waitedMs: number) => Promise<readonly Answer[]>,
  maxBatch = 100,
): (question: Question) => Promise<Answer> {
  const waiting: Asked<Question, Answer>[] = [];
  let isRunning = false;

  const answerBatch = async (batch: readonly Asked<Question, Answer>[]): Promise<void> => {
    try {
      const waitedMs = performance.now() - (batch[0]?.since ?? 0);
      const questions = batch.map(({ question }) => question);
      const answers = await answerAll(questions, waitedMs);
      if (answers.length !== batch.length) throw new Error('each question must have an answer');
      for (const [position, answer] of answers.entries()) batch[position]?.resolve(answer);
    } catch (error) {
      const failed = error instanceof Unavailable ? [...batch, ...waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    }
  };

  const answerWaiting = async (): Promise<void> => {
    isRunning = true;
    // Those who ask at the same time are in one batch.
    await Promise.resolve();
    while (waiting.length > 0) await answerBatch(waiting.splice(0, maxBatch));
    isRunning = false;
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, since: performance.now(), resolve, reject });
      if (!isRunning) void answerWaiting();
    });
}
