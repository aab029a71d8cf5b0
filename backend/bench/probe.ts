import { monitorEventLoopDelay } from 'node:perf_hooks';
import { usageSchema } from './usage.js';

/** Runs inside a server under load, ahead of it: reports what the process used since it was last asked. */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let mostMemory = 0;
const watch = setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss());
}, 100);
watch.unref();

process.on('message', () => {
  const usage = usageSchema.parse({
    memoryMb: Math.max(mostMemory, process.memoryUsage.rss()) / 1_000_000,
    eventLoopP99Ms: delay.percentile(99) / 1_000_000,
  });
  delay.reset();
  mostMemory = 0;
  process.send?.(usage);
});
process.channel?.unref();
