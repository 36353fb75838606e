// Installs and builds if needed, and runs a program of tools/dist. Usage: node tools/run-built.mjs <program> [argument…]
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildServices, installDependencies } from './local/prepare.mjs';
import { ROOT } from './local/settings.mjs';

const [program, ...args] = process.argv.slice(2);
await installDependencies();
await buildServices();
const child = spawn(process.execPath, [join(ROOT, 'tools/dist', program), ...args], { cwd: ROOT, stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
