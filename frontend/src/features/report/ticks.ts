const MAX_STEPS = 5;

/** Returns the ticks of an axis, round whole numbers: the first is at least `max`, the last is 0. */
export function ticksUpTo(max: number): number[] {
  const finest = Math.max(max, 1) / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(finest));
  const round = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= finest);
  const step = Math.max(1, round ?? finest);
  const steps = Math.ceil(Math.max(max, 1) / step);
  return Array.from({ length: steps + 1 }, (_, index) => (steps - index) * step);
}
