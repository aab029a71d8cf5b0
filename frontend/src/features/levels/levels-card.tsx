import { Card } from '@/components/ui/card';
import { LevelLadder } from './level-ladder';
import type { Holdings } from './levels';
import { standingOf } from './levels';

interface LevelsCardProps {
  /** Null while it is not known. */
  readonly holdings: Holdings | null;
}

/** All levels, and the visitor's own among them. */
export function LevelsCard({ holdings }: LevelsCardProps) {
  return (
    <Card title="Your Level" className="lg:px-8">
      <LevelLadder current={holdings && standingOf(holdings).level} />
    </Card>
  );
}
