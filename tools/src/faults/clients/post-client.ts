/** What a client knows of a post. */
export interface KnownPost {
  id: string;
  /**
   * `updated_at` in the response to the creation. An edit through the Admin
   * API must send it. Empty for `SqlClient`, which does not need it.
   */
  updatedAt: string;
}

/** The request was refused, so the operation did not happen. */
export class RefusedError extends Error {}

/** Operations on posts. If an operation rejects with another error than {@link RefusedError}, it may have happened. */
export interface PostClient {
  /** The minimum time from a request to the due time, in milliseconds. */
  readonly noticeMs: number;
  schedule(title: string, dueAt: Date): Promise<KnownPost>;
  reschedule(post: KnownPost, dueAt: Date): Promise<void>;
  unschedule(post: KnownPost): Promise<void>;
  edit(post: KnownPost, title: string): Promise<void>;
  delete(post: KnownPost): Promise<void>;
}
