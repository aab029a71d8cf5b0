import { expect, test } from '@jest/globals';
import { causeOf } from './endpoint.js';
import { isRefusedPort } from './ports.js';

const PORTS = [
  ...Array.from({ length: 1_100 }, (_, index) => index + 1),
  ...[1719, 1723, 2049, 3659, 4045, 4190, 5060, 6000, 6566, 6665, 6669, 6679, 6697, 10_080].flatMap(
    (port) => [-2, -1, 0, 1, 2].map((offset) => port + offset),
  ),
];

const dispatcher = {
  dispatch(): never {
    throw new Error('allowed');
  },
};

test('isRefusedPort agrees with fetch', async () => {
  const refused: number[] = [];
  for (const port of PORTS) {
    const options: object = { dispatcher };
    const cause = await fetch(`http://127.0.0.1:${port}`, options).then(
      () => '',
      (error: unknown) => causeOf(error),
    );
    if (cause === 'bad port') refused.push(port);
    else expect(cause).toBe('allowed');
  }
  expect(refused.length).toBeGreaterThan(70);
  expect(PORTS.filter(isRefusedPort)).toEqual(refused);
});
