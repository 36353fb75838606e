import { postDefinition, postMetaDefinition, type ResourceDefinition, writableFields } from '@almanac/resource-fields';
import type { PostInput } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PostRecord } from './post-record';
import { MAX_TITLE_LENGTH } from './post-title';

const SUFFIX = ' (Copy)';

/** The fields that are not copied. The copy is a draft with its own title and slug; `inputOfCopy` adds the content. */
const fieldsNotCopied: ReadonlySet<string> = new Set<keyof PostInput>([
  'title',
  'slug',
  'status',
  'publishedAt',
  'unpublishAt',
  'html',
  'lexical',
  'mobiledoc',
  'sendEmailWhenPublished',
  // Without a mail, such a copy would be published nowhere.
  'emailOnly',
  // The actor may not be allowed to set the filter of the original, see `assertRecipientFilter`.
  'emailRecipientFilter',
]);

function copiedFields(definition: ResourceDefinition, values: object): Partial<PostInput> {
  const names = writableFields(definition).map(({ name }) => name);
  const entries = Object.entries(values).filter(([name]) => names.includes(name) && !fieldsNotCopied.has(name));
  return Object.fromEntries(entries);
}

/** The title with the suffix. A long title is cut, but not within a surrogate pair. */
function copiedTitle(title: string): string {
  const start = title.slice(0, MAX_TITLE_LENGTH - SUFFIX.length).replace(/\p{Cs}$/u, '');
  return `${start}${SUFFIX}`;
}

/**
 * The input of a draft with the content and all fields of a post except {@link fieldsNotCopied}. An actor who may add only their own
 * posts becomes the author of the copy. The copy has the same visibility, so that it is not more public than the original.
 * @throws NoPermissionError
 */
export function inputOfCopy(actor: Actor, post: PostRecord): PostInput {
  const mustBeAuthor = authorize(actor, 'posts.add') !== 'any';
  return {
    ...copiedFields(postDefinition, post),
    ...copiedFields(postMetaDefinition, post.meta ?? {}),
    title: copiedTitle(post.title),
    status: 'draft',
    ...(post.lexical === null ? { mobiledoc: post.mobiledoc } : { lexical: post.lexical }),
    tags: post.tags.map(({ id }) => ({ id })),
    authors: mustBeAuthor ? [{ id: actor.id }] : post.authors.map(({ id }) => ({ id })),
  };
}
