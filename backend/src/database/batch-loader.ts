import DataLoader from 'dataloader';

const MAX_BATCH = 100;

/**
 * Returns a loader that batches the reads requested in one turn of the event loop, up to {@link MAX_BATCH} at a time.
 * @param readAll returns a result for each item, in the order of the items; an Error as a result rejects only its item
 */
export function batchLoader<Item, Result>(
  readAll: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): DataLoader<Item, Result, string> {
  const loader = new DataLoader<Item, Result, string>(
    (items) => {
      // A later request may follow a write, so it must not share a read that has begun.
      loader.clearAll();
      return readAll(items);
    },
    {
      cacheKeyFn: (item) => JSON.stringify(item),
      batchScheduleFn: (dispatch) => setImmediate(dispatch),
      maxBatchSize: MAX_BATCH,
    },
  );
  return loader;
}
