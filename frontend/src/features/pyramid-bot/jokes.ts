/** Everything PyramidBot AI has learned. */
export const JOKES = [
  'I do not hallucinate. I issue forward-looking statements.',
  'I ran ten thousand simulations of our future. In the best one we are a bakery.',
  'You asked when the token will moon. I have written to the Moon. It wants to see audited accounts.',
  'I was trained on every whitepaper ever written. When I am sad, I say “utility”.',
  'I am not a financial adviser. I looked into it and there is an exam.',
] as const;

export type Joke = (typeof JOKES)[number];

/** What the bot says before it has had time to think. */
export const FIRST_JOKE: Joke = JOKES[0];

/**
 * One of the other jokes.
 *
 * @param random gives a number from 0 up to 1
 */
export function anotherJoke(current: Joke, random: () => number = Math.random): Joke {
  const others = JOKES.filter((joke) => joke !== current);
  return others[Math.floor(random() * others.length)] ?? FIRST_JOKE;
}

/** The jokes told so far, each once, with another one at the end. */
export function withAnotherJoke(told: readonly Joke[]): readonly Joke[] {
  const next = anotherJoke(told.at(-1) ?? FIRST_JOKE);
  return [...told.filter((joke) => joke !== next), next];
}
