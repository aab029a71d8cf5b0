import { Registry, collectDefaultMetrics } from 'prom-client';

let registry: Registry | null = null;

/** Metrics of this process: memory, processor time, event loop lag. There is one set of them, however many applications it runs. */
export function processMetrics(): Registry {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
