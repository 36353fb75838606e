import { ConfigurationError } from '@almanac/platform';
import { AlmanacError } from '@almanac/errors';
import { createProgram } from './program';

function textOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (error instanceof AlmanacError) return [error.message, error.context, error.help].filter(Boolean).join(' ');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const program = createProgram({
  environment: process.env,
  write: (text) => process.stdout.write(text),
  setExitCode: (code) => (process.exitCode = code),
});
program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${textOf(error)}\n`);
  process.exit(1);
});
