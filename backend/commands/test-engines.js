import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { provide } from './requirements.js';
import { exitWithError, packageFile, runWithDescendants } from './run.js';

try {
  const providing = provide(['firefox', 'webkit', 'fonts']);
  // `await providing` throws the error. Without a handler, an earlier rejection would end the process.
  providing.catch(() => undefined);
  await installMissing();
  Object.assign(process.env, await providing);
  await buildStale(['backend', 'frontend', 'e2e']);
} catch (error) {
  exitWithError(error);
}
process.exitCode = await runWithDescendants([
  packageFile('jest/bin/jest.js'),
  '--selectProjects=engines',
  '--runInBand',
  ...process.argv.slice(2),
]);
