import DataLoader from 'dataloader';

/** So many items share a read at most, or one of them would wait long for the others. */
const MAX_BATCH = 100;

/**
 * Returns a function that reads one item, by a read of many: the items of one turn of the event loop share a read, and
 * equal items a result. A trip to the database costs more than most reads themselves.
 * @param readAll returns the result of each item, in their order; an Error rejects its item only
 */
export function batchReads<Item, Result>(
  readAll: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  const loader = new DataLoader<Item, Result, string>(
    (items) => {
      // Later requests may follow a write, so they share nothing with a read that has begun.
      loader.clearAll();
      return readAll(items);
    },
    {
      cacheKeyFn: (item) => JSON.stringify(item),
      batchScheduleFn: (dispatch) => setImmediate(dispatch),
      maxBatchSize: MAX_BATCH,
    },
  );
  return (item) => loader.load(item);
}
