import { CommanderError } from 'commander';
import { failureOf } from './failure';
import { createProgram } from './program';
import { progressOn, type ProgressStream } from './progress';

export interface RunOptions {
  /** The arguments after the word `almanac`. */
  args: readonly string[];
  environment: Record<string, string | undefined>;
  write: (text: string) => void;
  errorStream: ProgressStream;
  /** The delays between attempts to read another site, in milliseconds; tests shorten them. */
  retryDelaysMs?: readonly number[];
}

/**
 * Runs a command. With `--json` it prints one JSON document by `write` (`emails watch`: one every two seconds). After a failure this is
 * `{"error": {"message", "code", "help"}}`.
 * @returns the exit code
 */
export async function runCommand({
  args,
  environment,
  write,
  errorStream,
  retryDelaysMs,
}: RunOptions): Promise<number> {
  const progress = progressOn(errorStream);
  let exitCode = 0;
  const program = createProgram({
    environment,
    write: (text) => {
      progress.end();
      write(text);
    },
    writeError: (text) => void errorStream.write(text),
    progress: progress.show,
    setExitCode: (code) => (exitCode = code),
    retryDelaysMs,
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    progress.end();
    // Commander has already printed the error of the arguments.
    if (thrown instanceof CommanderError) return thrown.exitCode;
    const failure = failureOf(thrown);
    if (program.opts().json === true) write(`${JSON.stringify({ error: failure })}\n`);
    else errorStream.write(`${[failure.message, failure.help].filter(Boolean).join(' ')}\n`);
    return 1;
  }
}
