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
