// npm run faults: builds what changed, then sets the nemesis on it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, installDependencies } from '../local/prepare.mjs';
import { ROOT } from '../local/settings.mjs';

await installDependencies();
await build();
const child = spawn(process.execPath, [join(ROOT, 'tools/dist/faults/main.js'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
child.on('exit', (code) => process.exit(code ?? 1));
