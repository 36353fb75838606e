import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local-run';

/** Writes lines of ten bytes into a log whose parts hold thirty. @param beforeLine code that runs before each line, with its `index` */
function writeLines(path: string, count: number, beforeLine = ''): void {
  const url = pathToFileURL(join(ROOT, 'tools/local/log-file.mjs')).href;
  const code = `const { LogFile } = await import(${JSON.stringify(url)});
    const { mkdirSync, rmSync } = await import('node:fs');
    const log = new LogFile(${JSON.stringify(path)}, { largestBytes: 30 });
    for (let index = 1; index <= ${count}; index++) {
      ${beforeLine}
      await new Promise((resolve) => log.write('line ' + String(index).padStart(4, '0') + '\\n', resolve));
    }`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

describe('the log of a local service', () => {
  let folder: string;
  let log: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-log-'));
    log = join(folder, 'logs', 'service.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('goes on where the run before ended', () => {
    writeLines(log, 1);
    writeLines(log, 1);
    expect(readFileSync(log, 'utf8')).toBe('line 0001\nline 0001\n');
  });

  it('is rotated when it is full, keeps four older parts and no more', () => {
    writeLines(log, 20);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual([
      'service.log',
      'service.log.1',
      'service.log.2',
      'service.log.3',
      'service.log.4',
    ]);
    expect(readFileSync(log, 'utf8')).toBe('line 0019\nline 0020\n');
    expect(readFileSync(`${log}.1`, 'utf8')).toBe('line 0016\nline 0017\nline 0018\n');
    expect(readFileSync(`${log}.4`, 'utf8')).toBe('line 0007\nline 0008\nline 0009\n');
  });

  it('drops the lines that cannot be written, and goes on with the next ones', () => {
    const folderOfLog = JSON.stringify(join(folder, 'logs'));
    writeLines(
      log,
      3,
      `if (index === 2) rmSync(${folderOfLog}, { recursive: true });
      if (index === 3) mkdirSync(${folderOfLog});`,
    );
    expect(readFileSync(log, 'utf8')).toBe('line 0003\n');
  });

  it('counts what an earlier run wrote', () => {
    writeLines(log, 1);
    writeFileSync(log, 'x'.repeat(25));
    writeLines(log, 1);
    expect([readFileSync(log, 'utf8'), readFileSync(`${log}.1`, 'utf8')]).toEqual(['line 0001\n', 'x'.repeat(25)]);
  });
});
