import { describe, expect, test } from '@jest/globals';
import { Unavailable } from './errors.js';
import { WatchedClock } from './watched-clock.js';

const NOON = Date.parse('2026-11-26T12:00:00.000Z');
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

function machineAt(newest: number | null) {
  const machine = { system: NOON, monotonic: 5_000, warnings: 0 };
  const log = { warn: () => void (machine.warnings += 1), info: () => undefined };
  const clock = new WatchedClock(
    newest === null ? null : new Date(newest),
    log,
    () => machine.system,
    () => machine.monotonic,
  );
  const wait = (milliseconds: number): void => {
    machine.system += milliseconds;
    machine.monotonic += milliseconds;
  };
  const jump = (milliseconds: number): void => void (machine.system += milliseconds);
  const settled = (): number => clock.settledNow().getTime() - NOON;
  return { machine, clock, wait, jump, settled };
}

describe('the clock of a server', () => {
  test('equals a system clock that does not jump', () => {
    const { machine, clock, wait, settled } = machineAt(NOON - HOUR);
    for (let day = 0; day < 100; day += 1) wait(DAY);
    expect([clock.now().getTime(), settled()]).toEqual([NOON + 100 * DAY, 100 * DAY]);
    expect([clock.isDoubtful(), machine.warnings]).toEqual([false, 0]);
    expect(() => clock.rejectIfJumped()).not.toThrow();
  });

  test('follows many small adjustments without becoming doubtful', () => {
    const { machine, clock, wait, jump, settled } = machineAt(NOON);
    for (let step = 0; step < 100; step += 1) {
      wait(MINUTE);
      jump(-30 * SECOND);
      expect([clock.isDoubtful(), settled()]).toEqual([false, (step + 1) * 30 * SECOND]);
    }
    expect(machine.warnings).toBe(0);
  });

  test('ignores a jump ahead in settledNow(), and is doubtful until the system clock is set back', () => {
    const { machine, clock, wait, jump, settled } = machineAt(NOON);
    jump(40 * DAY);
    wait(2 * SECOND);
    expect([settled(), clock.isDoubtful(), machine.warnings]).toEqual([2 * SECOND, true, 1]);
    expect(() => clock.rejectIfJumped()).toThrow(Unavailable);
    jump(-40 * DAY);
    expect([settled(), clock.isDoubtful(), machine.warnings]).toEqual([2 * SECOND, false, 2]);
    expect(() => clock.rejectIfJumped()).not.toThrow();
  });

  test('rejects final writes for a minute after a jump, and is doubtful for an hour after the last jump', () => {
    const { clock, wait, jump, settled } = machineAt(NOON);
    jump(40 * DAY);
    expect(clock.isDoubtful()).toBe(true);
    wait(MINUTE - SECOND);
    expect(() => clock.rejectIfJumped()).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
    wait(SECOND);
    expect(() => clock.rejectIfJumped()).not.toThrow();
    wait(HOUR - 2 * MINUTE);
    jump(DAY);
    expect(settled()).toBe(HOUR - MINUTE);
    wait(HOUR - SECOND);
    expect(clock.isDoubtful()).toBe(true);
    wait(SECOND);
    expect([clock.isDoubtful(), settled()]).toEqual([false, 41 * DAY + 2 * HOUR - MINUTE]);
  });

  test('is doubtful after a jump back, until the system clock is set right; settledNow() follows the system clock', () => {
    const { clock, jump, settled } = machineAt(NOON);
    jump(-DAY);
    expect([settled(), clock.isDoubtful()]).toEqual([-DAY, true]);
    jump(DAY);
    expect([settled(), clock.isDoubtful()]).toEqual([0, false]);
  });

  test.each([
    { row: 'no rows', newest: null, doubtful: false, rejects: false, settled: 0 },
    {
      row: 'the newest row just inserted',
      newest: NOON,
      doubtful: false,
      rejects: false,
      settled: 0,
    },
    {
      row: 'the newest row a minute ahead',
      newest: NOON + MINUTE,
      doubtful: false,
      rejects: false,
      settled: 0,
    },
    {
      row: 'the newest row a day old',
      newest: NOON - DAY,
      doubtful: false,
      rejects: false,
      settled: 0,
    },
    {
      row: 'the newest row 40 days old',
      newest: NOON - 40 * DAY,
      doubtful: true,
      rejects: false,
      settled: -40 * DAY,
    },
    {
      row: 'the newest row an hour ahead',
      newest: NOON + HOUR,
      doubtful: true,
      rejects: true,
      settled: 0,
    },
  ])(
    'with $row, starts doubtful: $doubtful, and rejects final writes: $rejects',
    ({ newest, doubtful, rejects, settled }) => {
      const started = machineAt(newest);
      expect([started.clock.isDoubtful(), started.settled()]).toEqual([doubtful, settled]);
      const attempt = expect(() => started.clock.rejectIfJumped());
      if (rejects) attempt.toThrow(Unavailable);
      else attempt.not.toThrow();
    },
  );

  test('is not doubtful if a system clock behind the newest row is set to the right time', () => {
    const { clock, jump, wait, settled } = machineAt(NOON + 14 * DAY);
    wait(5 * SECOND);
    jump(14 * DAY + HOUR);
    expect([clock.isDoubtful(), settled()]).toEqual([false, 14 * DAY + HOUR + 5 * SECOND]);
  });
});
