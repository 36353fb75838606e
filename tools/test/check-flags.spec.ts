import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local-run';

const URL_OF_FLAGS = pathToFileURL(join(ROOT, 'tools/check-flags.mjs')).href;

/** Parses the arguments in a process of its own: jest does not load the modules of `npm run check`. */
function parse(...args: string[]): string {
  const program = `
    const { parseFlags } = await import(${JSON.stringify(URL_OF_FLAGS)});
    try {
      process.stdout.write(JSON.stringify(parseFlags(process.argv.slice(1))));
    } catch (error) {
      process.stdout.write(error.constructor.name + ': ' + error.message);
    }
  `;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program, '--', ...args], { encoding: 'utf8' })
    .stdout;
}

describe('the flags of npm run check', () => {
  it.each([
    [[], {}],
    [['--static', '--audit'], { static: true, audit: true }],
    [['--help'], { help: true }],
  ])('%j are known', (args, flags) => {
    expect(JSON.parse(parse(...args))).toEqual(flags);
  });

  it.each([['--statc'], ['-a'], ['libs/recurrence'], ['--audit=no']])('rejects %s and lists the flags', (argument) => {
    const message = parse('--static', argument);
    expect(message).toMatch(/^StartError: /);
    for (const flag of ['--static', '--audit', '--help']) expect(message).toContain(`\n${flag}`);
  });
});
