// npm run build: builds every project in dependency order; Nx skips unchanged projects.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
const { status } = spawnSync(
  process.execPath,
  [nx, 'run-many', '-t', 'build', '--exclude', 'almanac', '--output-style', 'static'],
  {
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' },
  },
);
process.exit(status ?? 1);
