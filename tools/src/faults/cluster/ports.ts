import { type AddressInfo, createServer } from 'node:net';

/** A TCP port that is free on 127.0.0.1. */
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
 * Polls every 50 ms until the condition is true. It counts polls instead
 * of reading the clock, so that a suspended harness does not time out.
 * @param description the condition in words, for the error
 * @throws Error when the condition was not true in `timeoutMs` / 50 ms polls
 */
export async function until(isTrue: () => Promise<boolean>, timeoutMs: number, description: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += POLL_EVERY_MS) {
    if (await isTrue()) return;
    await pause(POLL_EVERY_MS);
  }
  throw new Error(`Waited ${timeoutMs / 1000} s but this did not happen: ${description}.`);
}
