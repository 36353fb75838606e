import {
  type Changes,
  comparableValue,
  fieldNames,
  type Fields,
  fieldsOf,
  type Post,
  type PostInput,
} from './fields.ts';

/**
 * A post as the server stores it. The ETag contains the revision of the post. `updated_at` cannot replace the revision: it has whole
 * seconds, so it can be the same after two changes.
 */
export interface StoredPost {
  post: Post;
  etag: string | null;
}

/** The number of the revision in an ETag, e.g. 12 in `W/"12.5e-<hash>"`. The part after the dot depends on the response. */
const revisionInEtag = (etag: string | null): string | undefined => /^(?:W\/)?"(\d+)\./.exec(etag ?? '')?.[1];

/** The values by which the revisions of a post are compared. */
export interface PostRevision {
  etag: string | null;
  updatedAt: string | null;
}

/** Whether both are the same revision of a post. If one of the ETags contains no revision, `updatedAt` is compared. */
export function isSameRevision(a: PostRevision, b: PostRevision): boolean {
  const [left, right] = [revisionInEtag(a.etag), revisionInEtag(b.etag)];
  return left !== undefined && right !== undefined ? left === right : a.updatedAt === b.updatedAt;
}

export const revisionOf = ({ post, etag }: StoredPost): PostRevision => ({ etag, updatedAt: post.updated_at });

/** The requests of the editor for posts or for pages. */
export interface PostApi {
  read(id: string): Promise<StoredPost>;
  /** @param key idempotency key: repeated requests with the same key add one post */
  add(input: PostInput, key: string): Promise<StoredPost>;
  /** @throws UpdateCollisionError when the post has changed since it was read */
  edit(before: StoredPost, input: PostInput): Promise<StoredPost>;
  delete(id: string): Promise<void>;
  /** A slug for the title that no other post or page has. */
  slugFor(title: string): Promise<string>;
}

/** Whether the stored post already has these values, e.g. because the response to an earlier save was lost. */
export function hasFields({ post }: StoredPost, fields: Changes): boolean {
  const storedFields = fieldsOf(post);
  return fieldNames(fields).every((name) =>
    isSameContent(name, comparableValue(storedFields, name), comparableValue(fields, name)),
  );
}

/**
 * Whether the body of the stored post equals the given lexical document.
 * @param lexical null for a post that was added without a body. It matches a missing body, and a body with only blank paragraphs,
 *   because the server stores a blank paragraph for a missing body
 */
export function hasBody({ post }: StoredPost, lexical: string | null): boolean {
  if (lexical !== null) return isSameContent('lexical', post.lexical, lexical);
  if (typeof post.lexical !== 'string') return true;
  const { root }: { root: { children: readonly { children?: readonly unknown[] }[] } } = JSON.parse(post.lexical);
  return root.children.every(({ children }) => children?.length === 0);
}

/** Whether two values of a field are equal. White space between the tokens of Lexical JSON does not matter. */
function isSameContent(name: keyof Fields, a: unknown, b: unknown): boolean {
  if (name === 'lexical') return withoutWhiteSpace(a) === withoutWhiteSpace(b);
  return JSON.stringify(a) === JSON.stringify(b);
}

const withoutWhiteSpace = (json: unknown): string | null =>
  typeof json === 'string' ? JSON.stringify(JSON.parse(json)) : null;
