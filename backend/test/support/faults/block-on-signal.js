import { open, openSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const POOL_THREADS = 4;

/**
 * A server preloads this file, also in the thread of its watchdog. The main thread waits after SIGUSR2 until somebody
 * opens the pipe `fifo`, and the thread pool waits for it once the watchdog has begun.
 */
if (isMainThread) process.on('SIGUSR2', () => openSync('fifo', 'r'));
else {
  globalThis.setInterval = new Proxy(globalThis.setInterval, {
    apply(begin, self, args) {
      for (let thread = 0; thread < POOL_THREADS; thread += 1) open('fifo', 'r', () => undefined);
      return Reflect.apply(begin, self, args);
    },
  });
}
