/** The error for a URL or address to which the outbound client must not connect. */
export class TargetRefusedError extends Error {
  readonly code = 'TARGET_REFUSED';

  constructor(target: string, reason: string) {
    super(`${target} is not an allowed target: ${reason}`);
    this.name = 'TargetRefusedError';
  }
}
