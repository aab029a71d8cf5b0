import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

const TURN_MS = 1_000;

/** Ends the process if its event loop hangs. systemd's watchdog expects Unix datagrams, which Node cannot send. */
export function watchEventLoop(thread: URL): void {
  // A debugger stops the event loop, too.
  if (debuggerUrl() !== undefined) return;
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(turns, 0, 1), TURN_MS).unref();
  new Worker(thread, { workerData: turns }).unref();
}
