/** Everything PyramidBot AI has learned. */
export const JOKES = [
  'I do not hallucinate. I issue forward-looking statements.',
  'I ran ten thousand simulations of our future. In the best one we are a bakery.',
  'You asked when the token will moon. I have written to the Moon. It wants to see audited accounts.',
  'I was trained on every whitepaper ever written. When I am sad, I say “utility”.',
  'I am not a financial adviser. I looked into it and there is an exam.',
] as const;

export type Joke = (typeof JOKES)[number];

/**
 * One of the jokes, other than the current one.
 *
 * @param random gives a number from 0 up to 1
 */
export function anotherJoke(current: Joke | undefined, random: () => number = Math.random): Joke {
  const others = JOKES.filter((joke) => joke !== current);
  return others[Math.floor(random() * others.length)] ?? JOKES[0];
}

/** The jokes told so far, each once, with another one at the end. */
export function withAnotherJoke(told: readonly Joke[]): readonly Joke[] {
  const next = anotherJoke(told.at(-1));
  return [...told.filter((joke) => joke !== next), next];
}
