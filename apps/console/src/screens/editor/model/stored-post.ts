import { fieldsOf, type Fields, type Post, type PostInput } from './fields.ts';

/** A post as the server stores it. The ETag contains its revision; `updated_at` alone has whole seconds only. */
export interface StoredPost {
  post: Post;
  etag: string | null;
}

/** The number of the revision in an ETag, whose other part depends on the form of the response. */
const revisionOf = (etag: string | null): string | undefined => /^(?:W\/)?"(\d+)\./.exec(etag ?? '')?.[1];

/** Whether both are the same revision of a post; the dates decide where a revision is unknown. */
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
  /** @param key makes repeated requests add one post only */
  add(input: PostInput, key: string): Promise<StoredPost>;
  /** @throws UpdateCollisionError when the post has changed since it was read */
  edit(before: StoredPost, input: PostInput): Promise<StoredPost>;
  delete(id: string): Promise<void>;
  /** A free slug for the title. */
  slugFor(title: string): Promise<string>;
}

/** Whether the server already has these fields, as after a response that was lost on its way. */
export function hasFields({ post }: StoredPost, fields: Partial<Fields>): boolean {
  const theirs = fieldsOf(post);
  const names = Object.keys(fields) as (keyof Fields)[];
  return names.every((name) => sameContent(name, theirs[name], fields[name]));
}

function sameContent(name: keyof Fields, theirs: unknown, ours: unknown): boolean {
  const namesOnly = (key: string, value: unknown): unknown => (key === 'id' ? undefined : value);
  if (name !== 'lexical') return JSON.stringify(theirs, namesOnly) === JSON.stringify(ours, namesOnly);
  const parsed = [theirs, ours].map((json) => (typeof json === 'string' ? JSON.stringify(JSON.parse(json)) : null));
  return parsed[0] === parsed[1];
}
