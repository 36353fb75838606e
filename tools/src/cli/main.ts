import { runCommand } from './run';

void runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  write: (text) => process.stdout.write(text),
  errorStream: process.stderr,
}).then((code) => (process.exitCode = code));
