import type { AdminSchemas } from '../../../api/admin.ts';

export type PostType = 'posts' | 'pages';
export type Post = AdminSchemas['Post'];
export type PostInput = AdminSchemas['PostInput'];

export const VISIBILITIES = ['public', 'members', 'paid'] as const;

/** A tag of a post. A tag without an id is created when the post is saved. */
export interface TagChoice {
  id?: string;
  name: string;
}

export interface AuthorChoice {
  id: string;
  name: string;
}

const TEXT_FIELDS = [
  'slug',
  'feature_image',
  'feature_image_alt',
  'feature_image_caption',
  'custom_excerpt',
  'canonical_url',
  'meta_title',
  'meta_description',
  'og_image',
  'og_title',
  'og_description',
  'twitter_image',
  'twitter_title',
  'twitter_description',
  'codeinjection_head',
  'codeinjection_foot',
] as const;

/** Fields with a date in ISO 8601. */
const DATE_FIELDS = ['published_at', 'unpublish_at'] as const;
const TEXT_AND_DATE_FIELDS = [...TEXT_FIELDS, ...DATE_FIELDS];

export type TextField = (typeof TEXT_FIELDS)[number];
type TextOrDateField = (typeof TEXT_AND_DATE_FIELDS)[number];

/** The fields of a post or page that a user can change. */
export interface Fields extends Record<TextOrDateField, string | null> {
  title: string;
  /** The body as Lexical JSON. */
  lexical: string | null;
  featured: boolean;
  visibility: Post['visibility'];
  tags: readonly TagChoice[];
  authors: readonly AuthorChoice[];
}

export type Changes = Partial<Fields>;

/** As in Ghost, the Admin API stores this title for an empty title. It refuses a title that contains only white space. */
const UNTITLED = '(Untitled)';

/** The fields of a new post. */
export function emptyFields(visibility: Post['visibility']): Fields {
  const values = Object.fromEntries(TEXT_AND_DATE_FIELDS.map((name) => [name, null])) as Record<TextOrDateField, null>;
  return { ...values, title: '', lexical: null, featured: false, visibility, tags: [], authors: [] };
}

/** The fields of a stored post. */
export function fieldsOf(post: Post): Fields {
  const entries = TEXT_AND_DATE_FIELDS.map((name) => [name, post[name]]);
  return {
    ...(Object.fromEntries(entries) as Record<TextOrDateField, string | null>),
    title: post.title === UNTITLED ? '' : post.title,
    lexical: post.lexical ?? null,
    featured: post.featured,
    visibility: post.visibility,
    tags: (post.tags ?? []).map(({ id, name }) => ({ id, name })),
    authors: (post.authors ?? []).map(({ id, name }) => ({ id, name })),
  };
}

/**
 * The fields of a post that was saved with the fields `sent`. The body is taken from `sent`, because the response does not contain it. The
 * Admin API trims the title. If only the trimming has changed it, the title is taken from `sent`, too: the user may continue to type after
 * a space at its end.
 */
export function fieldsAfterSave(post: Post, sent: Fields): Fields {
  const stored = fieldsOf(post);
  const title = stored.title === sent.title.trim() ? sent.title : stored.title;
  return { ...stored, title, lexical: sent.lexical };
}

/** Whether two values are equal as JSON. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/**
 * The value by which a field is compared. Tags are compared by name, because new ones have no id yet. Authors are compared by id, because
 * several can have the same name. Titles are compared without the white space around them, which the Admin API removes.
 */
export function comparableValue(fields: Changes, name: keyof Fields): unknown {
  if (name === 'title') return fields.title?.trim();
  if (name === 'tags') return fields.tags?.map((tag) => tag.name);
  if (name === 'authors') return fields.authors?.map((author) => author.id);
  return fields[name];
}

export const fieldNames = (fields: Changes): (keyof Fields)[] => Object.keys(fields) as (keyof Fields)[];

/** @returns the fields of `after` that differ from `before` */
export function changesBetween(before: Fields, after: Fields): Changes {
  const changed = fieldNames(after).filter(
    (name) => !isSame(comparableValue(before, name), comparableValue(after, name)),
  );
  return pick(after, changed);
}

function pick(fields: Fields, names: readonly (keyof Fields)[]): Changes {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

export const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

/**
 * The changes as input of the Admin API. An empty slug is left out: the server then keeps the slug, or derives the slug of a new post from
 * its title.
 */
export function inputOf({ title, slug, tags, authors, ...rest }: Changes): PostInput {
  return {
    ...rest,
    ...(title !== undefined && { title: title.trim() || UNTITLED }),
    ...(slug && { slug }),
    ...(tags && { tags: tags.map(({ id, name }) => (id ? { id, name } : { name })) }),
    ...(authors && { authors: authors.map(({ id }) => ({ id })) }),
  };
}

/** The fields, with the stored values of those that have not changed since a request sent them as `sent`. */
export function withStored(fields: Fields, sent: Fields, stored: Fields): Fields {
  const unchanged = fieldNames(stored).filter((name) => fields[name] === sent[name]);
  return { ...fields, ...Object.fromEntries(unchanged.map((name) => [name, stored[name]])) };
}
