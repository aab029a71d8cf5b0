import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Usage } from './server.js';

/** Runs inside a server under load, ahead of it: reports what the process used since it was last asked. */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let maxMemory = 0;
const watch = setInterval(() => {
  maxMemory = Math.max(maxMemory, process.memoryUsage.rss());
}, 100);
watch.unref();

process.on('message', () => {
  const usage: Usage = {
    memoryMb: Math.max(maxMemory, process.memoryUsage.rss()) / 1_000_000,
    eventLoopP99Ms: delay.percentile(99) / 1_000_000,
  };
  delay.reset();
  maxMemory = 0;
  process.send?.(usage);
});
process.channel?.unref();
