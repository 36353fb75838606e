// npm run build: builds every project in dependency order, without the projects that have not changed since their last build. Arguments
// replace the selection of projects, e.g. `--projects console` or `--exclude console`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
const selection = process.argv.length > 2 ? process.argv.slice(2) : ['--exclude', 'almanac'];
const { status } = spawnSync(
  process.execPath,
  [nx, 'run-many', '-t', 'build', ...selection, '--output-style', 'static'],
  {
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' },
  },
);
process.exit(status ?? 1);
