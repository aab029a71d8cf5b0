import { TOOTH, widthOf, type Course, type Place } from './geometry';
import type { Stone } from './stones';

/**
 * Where a pyramid breaks off below a course, because recruits of its stones are not drawn. A break goes on below stones
 * that lack none where they are narrower than one of its teeth.
 * @param stones those of the course, from left to right
 */
export function breaksBelow(course: Course, stones: readonly Stone[]): Place[] {
  const breaks: Place[] = [];
  for (const { from, to, missing } of stones) {
    if (missing === 0) continue;
    const last = breaks.at(-1);
    if (last && widthOf(course, { from: last.to, to: from }) < TOOTH) {
      breaks[breaks.length - 1] = { from: last.from, to };
    } else {
      breaks.push({ from, to });
    }
  }
  return breaks;
}
