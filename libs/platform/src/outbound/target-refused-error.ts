/** The outbound client must not connect to a URL or address. */
export class TargetRefusedError extends Error {
  readonly code = 'TARGET_REFUSED';

  constructor(target: string, reason: string) {
    super(`${target} is not an allowed target: ${reason}`);
    this.name = 'TargetRefusedError';
  }
}
