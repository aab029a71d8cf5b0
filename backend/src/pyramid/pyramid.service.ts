import { Injectable } from '@nestjs/common';
import { Reader } from '../database/reader.js';
import type { DownlineRow } from './downline.js';
import { DOWNLINE, downlineRow } from './downline.js';
import type { Pyramid, PyramidLevel, PyramidNode, PyramidQuery } from './pyramid.schema.js';

@Injectable()
export class PyramidService {
  constructor(private readonly reader: Reader) {}

  /** Everyone below a wallet, level by level, as far as is counted. */
  async below({ wallet, depth }: PyramidQuery): Promise<Pyramid> {
    const rows = await this.reader.select(downlineRow, DOWNLINE, [wallet, depth]);
    return {
      wallet,
      levels: levelsOf(rows),
      nodes: rows.flatMap(toNode),
      complete: rows.every(({ complete }) => complete === 1),
    };
  }
}

function levelsOf(rows: readonly DownlineRow[]): PyramidLevel[] {
  const levels = new Map<number, PyramidLevel>();
  for (const { level, levelRecruits: recruits, levelProven: proven, wallet } of rows) {
    const shown = (levels.get(level)?.shown ?? 0) + (wallet === null ? 0 : 1);
    levels.set(level, { level, recruits, proven, shown });
  }
  return [...levels.values()];
}

function toNode({ wallet, referrer, level, status, recruits }: DownlineRow): PyramidNode[] {
  if (wallet === null || referrer === null || status === null || recruits === null) return [];
  return [{ wallet, referrer, level, status, recruits }];
}
