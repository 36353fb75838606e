import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local-run';

const PROGRESS_URL = pathToFileURL(join(ROOT, 'tools/local/progress.mjs')).href;

/** A program that runs steps: one without work, one of 30 ms, one of 1.2 s with a note, and one that fails. */
const PROGRAM = `
  const { Progress } = await import(${JSON.stringify(PROGRESS_URL)});
  const { WriteStream } = await import('node:tty');
  if (process.env.TERM) Object.assign(process.stdout, { isTTY: true, getColorDepth: WriteStream.prototype.getColorDepth });
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const progress = new Progress({ onStep: (step) => process.stderr.write(step + ';') });
  const step = (name, work) => progress.step({ doing: 'Doing ' + name, done: name + ' done' }, work);
  await step('nothing', async () => false);
  await step('little', () => pause(30));
  await step('much', async () => { await pause(1200); progress.note('a note'); });
  await step('wrong', () => Promise.reject(new Error('broken'))).catch((error) => progress.note(error.message));
  progress.note(progress.style('bold', 'the end'));
  progress.close();
`;

function run(environment: Record<string, string>): { output: string; steps: string } {
  const env = { PATH: process.env.PATH, ...environment };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    env,
  });
  return { output: stdout, steps: stderr };
}

describe('the progress of the launcher', () => {
  it('prints plain lines with times without a terminal, and says what takes longer than a second', () => {
    const { output, steps } = run({});
    expect(output.replace(/\d+\.\d s/g, '0.0 s')).toBe(
      '✓ little done 0.0 s\n… Doing much\na note\n✓ much done 0.0 s\nbroken\nthe end\n',
    );
    expect(steps).toBe('Doing nothing;Doing little;Doing much;Doing wrong;');
  });

  it('shows a live line on a terminal, with colours unless NO_COLOR is set', () => {
    const { output } = run({ TERM: 'xterm-256color' });
    expect(output).toContain('\r\u001B[2K');
    expect(output).toContain('\u001B[32m✓\u001B[39m little done');
    expect(output.match(/Doing much/g)?.length).toBeGreaterThan(5);
    const last = output.split('\n').at(-2)?.split('\u001B[2K').at(-1);
    expect(last).toBe('\u001B[1mthe end\u001B[22m');
    expect(run({ TERM: 'xterm-256color', NO_COLOR: '1' }).output).not.toMatch(/\u001B\[\d+m/);
  });
});
