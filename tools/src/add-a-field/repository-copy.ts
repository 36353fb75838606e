import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
/** Names of folders that are not copied. */
const leftOut = new Set(['dist', '.nx', '.almanac']);

/** The suite of the linter, which may run at the same time, writes samples with such names between the sources. */
const isLintSample = (name: string): boolean => name.startsWith('lint-sample-');

/** The output and the exit code of a program. */
export interface ProgramRun {
  status: number | null;
  output: string;
}

/** A copy of the sources of the repository in a temporary folder. It uses the installed packages of the repository. */
export class RepositoryCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'almanac-copy-'));

  constructor() {
    for (const name of ['apps', 'examples', 'libs', 'tools', 'package.json', 'tsconfig.json', 'tsconfig.base.json'])
      this.copy(name);
    for (const name of ['jest.config.js', 'jest.preset.js', 'pnpm-workspace.yaml', 'CONTRIBUTING.md']) this.copy(name);
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  private copy(name: string): void {
    cpSync(join(ROOT, name), join(this.folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !leftOut.has(basename(path)) && !isLintSample(basename(path)),
    });
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** @throws Error when the file does not contain `before` */
  replace(path: string, before: string, after: string): void {
    const text = this.read(path);
    if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
    this.write(path, text.replace(before, after));
  }

  /** Runs a script of the copy with Node. Its tests start a PostgreSQL of their own, because the migrations of the copy can differ. */
  async run(script: string, ...args: string[]): Promise<ProgramRun> {
    const { TEST_DATABASE_URL: _url, ...env } = process.env;
    const child = spawn(process.execPath, [join(this.folder, script), ...args], {
      cwd: this.folder,
      // Colour codes would split the names of suites.
      env: { ...env, FORCE_COLOR: '0' },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
