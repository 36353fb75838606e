// Compiles the TypeScript files of a project's src to dist with swc, except tests and declarations, and copies all other files.
// Usage: node tools/build/build.mjs <projectRoot>
import { transformFile } from '@swc/core';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { swcOptions } from './swc-options.mjs';

const projectRoot = process.argv[2];
const sourceRoot = join(projectRoot, 'src');
const outputRoot = join(projectRoot, 'dist');

await rm(outputRoot, { recursive: true, force: true });
for (const entry of await readdir(sourceRoot, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /\.(spec|e2e-spec)\.ts$/.test(entry.name)) continue;
  const source = join(entry.parentPath, entry.name);
  const target = join(outputRoot, relative(sourceRoot, source));
  await mkdir(dirname(target), { recursive: true });
  if (!entry.name.endsWith('.ts')) {
    await cp(source, target);
  } else if (!entry.name.endsWith('.d.ts')) {
    const output = target.replace(/\.ts$/, '.js');
    const { code, map } = await transformFile(source, {
      ...swcOptions,
      sourceFileName: relative(dirname(output), source),
    });
    await writeFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
    if (map) await writeFile(`${output}.map`, map);
  }
}
