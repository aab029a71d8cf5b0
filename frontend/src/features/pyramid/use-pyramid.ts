import useSWR from 'swr';
import type { Pyramid } from '@backend/pyramid/pyramid.schema';
import { ApiError } from '@/lib/api';
import { toQuery, type Query } from '@/lib/query';

/** The most that the server counts. */
const DEPTH = 50;

const BAD_REQUEST = 400;

/** A pyramid as a screen sees it; `refused` when what was asked for is no wallet. */
export interface PyramidQuery extends Query<Pyramid> {
  readonly refused: boolean;
}

/** Everyone below a wallet. */
export function usePyramid(wallet: string): PyramidQuery {
  const address = `/api/pyramid?wallet=${encodeURIComponent(wallet)}&depth=${DEPTH}`;
  const answer = useSWR<Pyramid, Error>(address);
  const { error } = answer;
  return {
    ...toQuery(answer),
    refused: error instanceof ApiError && error.status === BAD_REQUEST,
  };
}
