// Compiles src to ES modules and declarations in dist. It compiles without the types of Node, so code that only Node can run does not compile.
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
