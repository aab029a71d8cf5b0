/** Weeks start on Monday; 1 January 1970 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/** @param days the days with a check-in, counted from 1 January 1970 */
export function streakOf(days: ReadonlySet<number>, today: number): number {
  let length = 0;
  let forgivenWeek: number | null = null;
  for (let day = days.has(today) ? today : today - 1; ; day -= 1) {
    if (days.has(day)) length += 1;
    else if (days.has(day - 1) && weekOf(day) !== forgivenWeek) forgivenWeek = weekOf(day);
    else return length;
  }
}
