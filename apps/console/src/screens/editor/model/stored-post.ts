import { fieldsOf, type Fields, type Post, type PostInput } from './fields.ts';

/** A post as the server stores it. The ETag contains its revision; `updated_at` alone has whole seconds only. */
export interface StoredPost {
  post: Post;
  etag: string | null;
}

/** The revision in an ETag; the part after the dot depends on the response format. */
const revisionOf = (etag: string | null): string | undefined => /^(?:W\/)?"(\d+)\./.exec(etag ?? '')?.[1];

/** Whether both are the same revision of a post. `updatedAt` decides if an ETag contains no revision. */
export function isSameRevision(a: RevisionOfPost, b: RevisionOfPost): boolean {
  const [left, right] = [revisionOf(a.etag), revisionOf(b.etag)];
  return left !== undefined && right !== undefined ? left === right : a.updatedAt === b.updatedAt;
}

export interface RevisionOfPost {
  etag: string | null;
  updatedAt: string | null;
}

export const revision = ({ post, etag }: StoredPost): RevisionOfPost => ({ etag, updatedAt: post.updated_at });

/** The requests of the editor for posts or for pages. */
export interface PostApi {
  read(id: string): Promise<StoredPost>;
  /** @param key idempotency key: repeated requests with the same key add one post */
  add(input: PostInput, key: string): Promise<StoredPost>;
  /** @throws UpdateCollisionError when the post has changed since it was read */
  edit(before: StoredPost, input: PostInput): Promise<StoredPost>;
  delete(id: string): Promise<void>;
  /** A free slug for the title. */
  slugFor(title: string): Promise<string>;
}

/** Whether the stored post already has these values, e.g. because the response to an earlier save was lost. */
export function hasFields({ post }: StoredPost, fields: Partial<Fields>): boolean {
  const theirs = fieldsOf(post);
  const names = Object.keys(fields) as (keyof Fields)[];
  return names.every((name) => isSameContent(name, theirs[name], fields[name]));
}

/** New tags have no id yet, so ids are ignored; the format of the Lexical JSON does not count either. */
function isSameContent(name: keyof Fields, theirs: unknown, ours: unknown): boolean {
  const withoutIds = (key: string, value: unknown): unknown => (key === 'id' ? undefined : value);
  if (name !== 'lexical') return JSON.stringify(theirs, withoutIds) === JSON.stringify(ours, withoutIds);
  const parsed = [theirs, ours].map((json) => (typeof json === 'string' ? JSON.stringify(JSON.parse(json)) : null));
  return parsed[0] === parsed[1];
}
