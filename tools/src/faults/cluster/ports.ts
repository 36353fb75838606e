import { type AddressInfo, createServer } from 'node:net';

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const POLL_EVERY_MS = 50;

/**
 * Polls until the condition holds. The limit counts polls, not clock time, so that a suspended harness does not time out.
 * @param description the condition in words, for the error
 * @throws Error after as many polls as fit into `timeoutMs`
 */
export async function until(holds: () => Promise<boolean>, timeoutMs: number, description: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_EVERY_MS) {
    if (await holds()) return;
    await pause(POLL_EVERY_MS);
  }
  throw new Error(`Waited ${timeoutMs / 1000} s but this did not happen: ${description}.`);
}
