import type { EmailStatus } from '@almanac/resource-fields';

export type { EmailStatus };

/** The operations of staff on the mail of a post. */
export type EmailOperation = 'pause' | 'resume' | 'cancel' | 'retry';

/**
 * For each operation: the statuses in which it is allowed (`from`), the status after it (`to`), and the past participle for error
 * messages (`past`). If a mail already has the status `to`, the operation changes nothing.
 */
export const emailOperations: Readonly<
  Record<EmailOperation, { from: readonly EmailStatus[]; to: EmailStatus; past: string }>
> = {
  pause: { from: ['pending', 'submitting'], to: 'paused', past: 'paused' },
  resume: { from: ['paused'], to: 'pending', past: 'resumed' },
  cancel: { from: ['pending', 'submitting', 'paused', 'failed'], to: 'cancelled', past: 'cancelled' },
  retry: { from: ['failed', 'submitted'], to: 'pending', past: 'sent again' },
};
