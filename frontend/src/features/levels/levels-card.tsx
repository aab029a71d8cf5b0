import { Card } from '@/components/ui/card';
import { LevelLadder } from './level-ladder';
import type { Holdings } from './levels';
import { standingOf } from './levels';

/** The pyramid and the visitor's floor in it. */
export function LevelsCard(holdings: Holdings) {
  return (
    <Card title="Your Floor" className="lg:px-8">
      <LevelLadder current={standingOf(holdings).level} />
    </Card>
  );
}
