/** A URL or address the outbound client does not connect to. */
export class TargetRefusedError extends Error {
  readonly code = 'TARGET_REFUSED';

  constructor(target: string, reason: string) {
    super(`${target} is not an allowed target: ${reason}`);
    this.name = 'TargetRefusedError';
  }
}
