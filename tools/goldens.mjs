// npm run goldens: writes the goldens (stored sample responses) of canary, the newest API version, anew. The diff shows how the responses
// change. Responses of older versions must not change: their goldens are compared, and written only with `-- --older-versions`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const UPDATES_ALL = process.argv.includes('--older-versions');
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { status } = spawnSync(process.execPath, [jest, 'libs/api-versions/src/goldens'], {
  stdio: 'inherit',
  env: { ...process.env, UPDATE_GOLDENS: UPDATES_ALL ? 'all' : 'newest' },
});
if (status !== 0 && !UPDATES_ALL) {
  process.stderr.write(
    'A golden of an older API version differs, and was not written. Give a new field a later `since` in its definition.\n' +
      'To change an older version on purpose: npm run goldens -- --older-versions\n',
  );
}
process.exit(status ?? 1);
