const LIFETIME_MS = 5_000;
const MOST_ANSWERS = 250;

interface Kept<Answer> {
  readonly answer: Promise<Answer>;
  /** On the clock that nobody sets; Infinity while the question is still open. */
  expiresAt: number;
}

/**
 * Asks each question once: whoever asks the same while it is open, or within 5 s of its answer, gets that answer.
 * It keeps at most 250 answers; the oldest makes room.
 */
export class AnswerCache<Answer> {
  private readonly kept = new Map<string, Kept<Answer>>();

  /** @param isWorthKeeping tells an answer from a fault, which the next one to ask should not be told again */
  constructor(private readonly isWorthKeeping: (answer: Answer) => boolean) {}

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.kept.get(key);
    if (known !== undefined && known.expiresAt > performance.now()) return known.answer;
    const entry: Kept<Answer> = { answer: ask(), expiresAt: Infinity };
    this.kept.delete(key);
    this.kept.set(key, entry);
    this.makeRoom();
    void entry.answer.then((answer) => {
      entry.expiresAt = this.isWorthKeeping(answer) ? performance.now() + LIFETIME_MS : 0;
    });
    return entry.answer;
  }

  private makeRoom(): void {
    if (this.kept.size <= MOST_ANSWERS) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }
}
