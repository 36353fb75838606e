/** A post as its client knows it. */
export interface KnownPost {
  id: string;
  /** What its next edit must name; changes with each. */
  updatedAt: string;
}

/** A request was refused in so many words: it did not happen. */
export class Refused extends Error {}

/** How clients ask for what they want. A promise that rejects with anything but {@link Refused} may have happened. */
export interface PostClient {
  /** The least time between asking and the due moment that is accepted. */
  readonly noticeMs: number;
  schedule(title: string, dueAt: Date): Promise<KnownPost>;
  reschedule(post: KnownPost, dueAt: Date): Promise<void>;
  unschedule(post: KnownPost): Promise<void>;
  edit(post: KnownPost, title: string): Promise<void>;
  delete(post: KnownPost): Promise<void>;
}
