import { Session, type Debugger, type InspectorNotification } from 'node:inspector';
import { Worker, workerData } from 'node:worker_threads';

const CHECK_MS = 1_000;

/**
 * The process ends after this many checks in a row without a turn of the event loop. Elapsed time would include a
 * suspension of the computer.
 */
const MAX_MISSED = 15;

/** Timeout for the main thread to pause, and again for it to exit. */
const END_MS = 5_000;

/** `process.stdout` of a worker needs the main thread, which hangs. */
const WRITE = "require('node:fs').writeSync(1, require('node:worker_threads').workerData)";

const turns: unknown = workerData;
if (!(turns instanceof Int32Array)) throw new TypeError('The watchdog needs a counter of turns');
const scripts = new Map<string, string>();
let seen = 0;
let missed = 0;

const checks = setInterval(() => {
  const now = Atomics.load(turns, 0);
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed < MAX_MISSED) return;
  clearInterval(checks);
  end();
}, CHECK_MS);

/** Logs the stack of the main thread and makes it exit, or kills the process if the main thread does not respond. */
function end(): void {
  const withoutStack = setTimeout(() => log([], kill), END_MS);
  const session = new Session();
  session.connectToMainThread();
  session.on(
    'Debugger.scriptParsed',
    ({ params }: InspectorNotification<Debugger.ScriptParsedEventDataType>) => {
      scripts.set(params.scriptId, params.url);
    },
  );
  session.once(
    'Debugger.paused',
    ({ params }: InspectorNotification<Debugger.PausedEventDataType>) => {
      const [frame] = params.callFrames;
      if (frame === undefined) return;
      clearTimeout(withoutStack);
      // Unlike SIGKILL from inside, this also ends the first process of a container.
      const exit = { callFrameId: frame.callFrameId, expression: 'process.exit(1)' };
      log(params.callFrames, () => session.post('Debugger.evaluateOnCallFrame', exit));
    },
  );
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Logs in a new thread, since a write to a full pipe blocks its thread, and an asynchronous write needs the thread pool,
 * which may hang, too. Kills the process if it is still alive after {@link END_MS}.
 */
function log(frames: readonly Debugger.CallFrame[], then: () => void): void {
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    pid: process.pid,
    stack: frames.map(
      ({ functionName, location: { scriptId, lineNumber } }) =>
        `${functionName || 'anonymous'} (${scripts.get(scriptId) ?? ''}:${lineNumber + 1})`,
    ),
    msg: 'the event loop hangs: the server ends, so that it can be started again',
  };
  setTimeout(kill, END_MS);
  const writer = new Worker(WRITE, { eval: true, workerData: `${JSON.stringify(line)}\n` });
  // A full pipe may also reject the line.
  writer.on('error', () => undefined).on('exit', then);
}
