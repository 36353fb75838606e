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

/** Resolves when the condition holds; rejects after the given time. */
export async function until(holds: () => Promise<boolean>, timeoutMs: number, what: string): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(50)) if (await holds()) return;
  throw new Error(`Waited ${timeoutMs / 1000} s in vain for this: ${what}.`);
}
