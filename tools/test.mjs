// npm test: installs missing dependencies and runs the suites. Arguments go to jest: npm test -- libs/recurrence
// jest starts PostgreSQL and builds the services only for the projects whose suites need them (jest.preset.js).
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
