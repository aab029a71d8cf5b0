import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STANDING, changeStanding } from './001-pyramid/standing.js';

/** Of each of the three numbers in a place, 4 digits, 6 and 8; the last 2 of a place are counted where wallets stand. */
const DEPTHS = 'unnest(ARRAY[0, 2, 3, 4, 6, 7, 8, 10, 11])';

const COMMENT = STANDING.comment.replace(
  'depth by depth.',
  'depth by depth, + those before it among the last 256 places, which are counted in wallet.',
);

const FORGET_THE_OTHERS = `DELETE FROM standing WHERE depth NOT IN (SELECT ${DEPTHS})`;

/** Has a change of a place counted in 3 nodes where there were 5. */
export class FewerCounts1795600800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      "SELECT set_config('pyramidion.deriving', 'on', true)",
      'LOCK TABLE wallet, standing IN SHARE ROW EXCLUSIVE MODE',
      FORGET_THE_OTHERS,
      "SELECT set_config('pyramidion.deriving', 'off', true)",
      changeStanding(DEPTHS).trim().replace('CREATE', 'CREATE OR REPLACE'),
      `COMMENT ON TABLE standing IS '${COMMENT}'`,
    ]) {
      await runner.query(sql);
    }
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before counts otherwise: restore a backup from before instead.'),
    );
  }
}
