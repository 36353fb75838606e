// Compiles src to ES modules and declarations in dist. The client also runs in browsers: the compiler gets no types of Node.js, so it
// rejects code that uses an API of Node.js.
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const compiler = join(root, '../../node_modules/typescript-native/bin/tsc');

await rm(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
