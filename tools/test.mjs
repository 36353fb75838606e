// npm test: installs the dependencies if needed, and runs jest with the given arguments, e.g. npm test -- libs/recurrence
// jest starts PostgreSQL and builds the services only if it runs suites that need them (jest.preset.js).
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { installDependencies } from './local/prepare.mjs';
import { ROOT, StartError } from './local/settings.mjs';

async function main() {
  await installDependencies();
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const child = spawn(process.execPath, [jest, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  child.on('exit', (code) => process.exit(code ?? 1));
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
