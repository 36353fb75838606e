import type { EmailStatus } from '@almanac/resource-fields';

export type { EmailStatus };

/** The operations of staff on the mail of a post. */
export type EmailOperation = 'pause' | 'resume' | 'cancel' | 'retry';

/**
 * The statuses in which each operation is allowed, and the status after it. Only this table decides which operations are allowed. If a
 * mail already has the status `to`, the operation changes nothing.
 * `past` is the past participle for error messages.
 */
export const emailOperations: Readonly<
  Record<EmailOperation, { from: readonly EmailStatus[]; to: EmailStatus; past: string }>
> = {
  pause: { from: ['pending', 'submitting'], to: 'paused', past: 'paused' },
  resume: { from: ['paused'], to: 'pending', past: 'resumed' },
  cancel: { from: ['pending', 'submitting', 'paused', 'failed'], to: 'cancelled', past: 'cancelled' },
  retry: { from: ['failed', 'submitted'], to: 'pending', past: 'sent again' },
};
