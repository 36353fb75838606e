import { type AddressInfo, createServer } from 'node:net';

/** A port of loopback nobody listens on. */
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

const LOOK_EVERY_MS = 50;

/**
 * Resolves when the condition holds; rejects when it did not after as many looks as fit into the given time. Looks are
 * counted, not hours: a harness that was itself suspended for a while has not waited.
 */
export async function until(holds: () => Promise<boolean>, timeoutMs: number, what: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += LOOK_EVERY_MS) {
    if (await holds()) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`Waited ${timeoutMs / 1000} s in vain for this: ${what}.`);
}
