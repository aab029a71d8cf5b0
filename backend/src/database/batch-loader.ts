/** Questions that are answered at once, so that none of them waits long for the others. */
const MAX_BATCH = 100;

interface Batch<Question, Answer> {
  readonly questions: Question[];
  readonly answers: Promise<readonly Answer[]>;
}

/**
 * A way to ask one question at a time where many are cheaper answered together: those that wait while others are being
 * answered are answered next, by one call. An answer is never older than its question.
 * @param answerAll an answer for each question, in their order
 */
export function batchLoader<Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  let open: Batch<Question, Answer> | null = null;

  const openBatch = (): Batch<Question, Answer> => {
    const questions: Question[] = [];
    const answers = last.then(() => {
      open = null;
      return answerAll(questions);
    });
    last = answers.catch(() => undefined);
    return { questions, answers };
  };

  return async (question) => {
    if (open === null || open.questions.length === MAX_BATCH) open = openBatch();
    const { questions, answers } = open;
    const position = questions.push(question) - 1;
    for (const answer of (await answers).slice(position, position + 1)) return answer;
    throw new Error('there must be an answer for each question');
  };
}
