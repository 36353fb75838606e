// npm run zone-data [-- <zoneinfo folder>]: compiles the system's tz database into libs/recurrence. See docs/OPERATIONS.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, installDependencies } from './local/prepare.mjs';
import { ROOT } from './local/settings.mjs';

await installDependencies();
await build();
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'tools/dist/zone-data/update-zone-data.js'), ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
