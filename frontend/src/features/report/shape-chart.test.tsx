import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { ShapeChart } from './shape-chart';

test.each([
  [14, 14, [0, 1]],
  [14, 13, [0, 1]],
  [14, 1, [1, 0]],
  [14, 0, [1, 0]],
  [125, 125, [0, 13]],
  [125, 100, [3, 10]],
  [125, 0, [13, 0]],
])(
  'a level of %i wallets, of which %i recruited nobody, has %j golden and hollow stones',
  (wallets, recruitedNobody, stones) => {
    const widest = { wallets: 240, recruitedNobody: 240 };
    const { container } = render(<ShapeChart levels={[{ wallets, recruitedNobody }, widest]} />);
    const [course] = container.querySelectorAll('[viewBox="0 0 240 10"]');
    const paths = [...(course?.querySelectorAll('path') ?? [])];
    expect(paths.map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0)).toEqual(stones);
  },
);
