import { median, type Measurement } from './measurement.js';
import { inspect, type Category, type Inspection } from './lighthouse.js';

const TARGETS: Readonly<Record<Category, number>> = {
  performance: 100,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
const CATEGORIES: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

export async function measureScores(
  origin: string,
  path: string,
  runs: number,
): Promise<readonly Measurement[]> {
  const inspections: Inspection[] = [];
  for (let run = 0; run < runs; run += 1) {
    const inspection = await inspect(`${origin}${path}`, CATEGORIES);
    if (inspection) inspections.push(inspection);
  }
  const middle = (read: (inspection: Inspection) => number): number =>
    median(inspections.map(read));
  return [
    ...CATEGORIES.map((category): Measurement => {
      const value = middle(({ score }) => score(category));
      const target = { atLeast: TARGETS[category] };
      return { name: `${path} ${category}`, value, unit: '', target };
    }),
    {
      name: `${path} total blocking time, simulated`,
      value: middle(({ metric }) => metric('total-blocking-time')),
      unit: 'ms',
      target: { atMost: 50 },
    },
    {
      name: `${path} cumulative layout shift`,
      value: middle(({ metric }) => metric('cumulative-layout-shift')),
      unit: '',
      target: { atMost: 0 },
    },
  ];
}
