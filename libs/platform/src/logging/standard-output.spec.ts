import { transformFileSync } from '@swc/core';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The compiled module, for a process without a TypeScript compiler. */
const MODULE = transformFileSync(join(__dirname, 'standard-output.ts'), {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
}).code;

/** Runs a script in a process of its own. It can use `log`, a pino logger for standard output, and `writes`, the texts that were written. */
function run(script: string, stdout: 'pipe' | number = 'pipe'): { lines: string[]; stderr: string } {
  const program = `${MODULE}
    const fs = require('node:fs');
    const { writeSync } = fs;
    const writes = [];
    fs.writeSync = (file, text, ...rest) => {
      if (file === 1) writes.push(String(text));
      return writeSync(file, text, ...rest);
    };
    const log = require('pino')({}, standardOutput());
    ${script}`;
  const child = spawnSync(process.execPath, ['-e', program], {
    cwd: join(__dirname, '../..'),
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'pipe'],
  });
  const lines = (child.stdout ?? '').split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line).msg), stderr: child.stderr };
}

describe('standardOutput', () => {
  it('writes the lines of one turn of the event loop together', () => {
    const { lines, stderr } = run(`
      log.info('a');
      log.info('b');
      setImmediate(() => {
        log.info('c');
        setImmediate(() => process.stderr.write(String(writes.length)));
      });`);
    expect(lines).toEqual(['a', 'b', 'c']);
    expect(stderr.trim()).toBe('2');
  });

  it('writes a warning at once, after the lines before it', () => {
    const { lines } = run(`
      log.info('a');
      log.warn('b');
      log.info('c');
      process.kill(process.pid, 'SIGKILL');`);
    expect(lines).toEqual(['a', 'b']);
  });

  it('does not let more than 16,384 characters wait', () => {
    const { lines } = run(`
      for (let line = 0; line < 20; line += 1) log.info('x'.repeat(1_000));
      process.kill(process.pid, 'SIGKILL');`);
    expect(lines.length).toBeGreaterThan(10);
  });

  it('writes the waiting lines before the process exits', () => {
    expect(run(`log.info('a'); process.exit(0);`).lines).toEqual(['a']);
    expect(run(`log.info('a'); throw new Error('Uncaught.');`).lines).toEqual(['a']);
  });

  it('does not end the process when nothing can be written', () => {
    const full = openSync('/dev/full', 'w');
    const { stderr } = run(
      `
      log.warn('a');
      setTimeout(() => {
        log.warn('b');
        process.stderr.write('running ' + writes.length);
      }, 20);`,
      full,
    );
    closeSync(full);
    expect(stderr.trim()).toBe('running 2');
  });
});
