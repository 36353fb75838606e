import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pinned } from '../harness/service-process';

/**
 * Runs a reference program on the core of the services.
 * @param script in this folder, e.g. `raw-post-loop.js`
 * @param values its arguments
 * @returns the rate that it prints
 * @throws Error when it prints no positive number
 */
export async function programRate(script: string, values: readonly (string | number)[]): Promise<number> {
  const [program = '', ...more] = pinned([process.execPath, join(__dirname, script), ...values.map(String)]);
  const child = spawn(program, more, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('exit', resolve));
  const rate = Number(output);
  if (!(rate > 0)) throw new Error(`Invalid run: ${script} printed "${output}".`);
  return rate;
}
