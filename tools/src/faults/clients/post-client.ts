/** A post as a client knows it. */
export interface KnownPost {
  id: string;
  /** `updated_at`, which the next edit must send. Each edit changes it. */
  updatedAt: string;
}

/** The request was refused: the operation did not happen. */
export class RefusedError extends Error {}

/** Operations of a client. An operation that rejects with another error than {@link RefusedError} may have happened. */
export interface PostClient {
  /** Minimum time between a request and the due time. */
  readonly noticeMs: number;
  schedule(title: string, dueAt: Date): Promise<KnownPost>;
  reschedule(post: KnownPost, dueAt: Date): Promise<void>;
  unschedule(post: KnownPost): Promise<void>;
  edit(post: KnownPost, title: string): Promise<void>;
  delete(post: KnownPost): Promise<void>;
}
