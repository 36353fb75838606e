import { once } from 'node:events';
import { rmSync } from 'node:fs';

export default async function tearDown() {
  const running = globalThis.almanacOfConsoleTests;
  if (!running) return;
  const { child, state } = running;
  if (child.exitCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  rmSync(state, { recursive: true, force: true });
}
