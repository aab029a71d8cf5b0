import { LEVELS, standingOf, type Holdings, type LevelName } from './levels';
import { Moment } from '@/components/moment';

interface PromotionProps extends Holdings {
  readonly wallet: string;
}

/** For each level the promotions that lead up to it; nobody is promoted to the first. */
const PROMOTIONS: ReadonlyMap<LevelName, readonly LevelName[]> = new Map(
  LEVELS.map(({ name }, index) => [name, LEVELS.slice(1, index + 1).map((level) => level.name)]),
);

/** Celebrates a level that the wallet has not had before. */
export function Promotion({ wallet, ...holdings }: PromotionProps) {
  const { name } = standingOf(holdings).level;
  return (
    <Moment key={name} wallet={wallet} moments={PROMOTIONS.get(name) ?? []}>
      Promoted. The salary is unchanged.
    </Moment>
  );
}
