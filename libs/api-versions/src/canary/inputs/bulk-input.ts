import { ValidationError } from '@almanac/errors';
import { postVisibilities } from '@almanac/resource-fields';
import { type BulkMemberAction, type BulkPostAction, notAllowed, type TagReference } from '@almanac/validation';
import { textOf, identifiersIn } from '../../inputs/texts';
import { type UncheckedObject, isObject } from '../../inputs/envelope';
import { readInstant } from '../../inputs/field-inputs';
import { InputSchemas } from '../../inputs/input-schemas';

/** The actions without parameters. */
const plainPostActions = ['publish', 'unpublish', 'unschedule', 'feature', 'unfeature'] as const;
const postActions = [...plainPostActions, 'access', 'addTag', 'removeTag', 'schedule'] as const;
const memberActions = ['addLabel', 'removeLabel', 'unsubscribe'] as const;
/** Each tag that is added to a post, or removed from it, becomes an outbox event. The limit bounds their number. */
const MAX_BULK_TAGS = 10;

/** Checks `published_at`. The format requires an offset, because a local time would depend on the time zone of the server. */
const checkSchedule = new InputSchemas([]).checkOf('meta', {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { published_at: { type: 'string', format: 'date-time' } },
});

/** The action and its parameters in a body. @throws ValidationError for a body without `bulk` */
function bulkIn(body: unknown): { action: unknown; meta: UncheckedObject } {
  const bulk = isObject(body) ? body.bulk : undefined;
  if (!isObject(bulk)) {
    throw new ValidationError('The body has no "bulk".', {
      property: 'bulk',
      help: 'Send a body like {"bulk": {"action": "feature"}}.',
    });
  }
  return { action: bulk.action, meta: isObject(bulk.meta) ? bulk.meta : {} };
}

/**
 * The change of posts or pages in a body `{bulk: {action, meta}}`.
 * @throws ValidationError for a body without `bulk`, for an unknown action, and for a missing or invalid parameter of the action
 */
export function bulkPosts(body: unknown): BulkPostAction {
  const { action, meta } = bulkIn(body);
  const plain = plainPostActions.find((known) => known === action);
  if (plain) return { action: plain };
  if (action === 'access') return { action, visibility: visibilityIn(meta) };
  if (action === 'addTag' || action === 'removeTag') return { action, tags: tagsIn(meta) };
  if (action === 'schedule') return { action, publishedAt: publicationTimeIn(meta) };
  throw notAllowed('action', action, postActions);
}

function publicationTimeIn(meta: UncheckedObject): Date {
  const isGiven = textOf(meta.published_at) !== undefined;
  if (isGiven) checkSchedule(meta);
  const publishedAt = isGiven ? readInstant(meta, 'published_at', '.bulk.meta') : null;
  if (!publishedAt) throw missingParameter('published_at', 'when the posts are published, e.g. 2027-01-01T09:00:00Z');
  return publishedAt;
}

/** The visibility in a change of access: `tiers` becomes `paid`, because there is one paid tier. */
function visibilityIn(meta: UncheckedObject): (typeof postVisibilities)[number] {
  const given = meta.visibility === 'tiers' ? 'paid' : meta.visibility;
  const visibility = postVisibilities.find((known) => known === given);
  if (!visibility) throw notAllowed('visibility', meta.visibility, [...postVisibilities, 'tiers']);
  return visibility;
}

function tagsIn({ tags }: UncheckedObject): TagReference[] {
  // Clients send the id null for a tag that does not exist yet; `identifiersIn` leaves it out then.
  const references: TagReference[] = (Array.isArray(tags) ? tags : [])
    .filter(isObject)
    .map((tag) => identifiersIn(tag, 'id', 'name', 'slug'))
    .filter((reference) => Object.keys(reference).length > 0);
  if (references.length === 0) throw missingParameter('tags', 'tags by id, slug or name');
  if (references.length > MAX_BULK_TAGS) {
    throw new ValidationError(`At most ${MAX_BULK_TAGS} tags can be added or removed at once.`, { property: 'tags' });
  }
  return references;
}

/**
 * The change of members in a body `{bulk: {action, meta}}`.
 * @throws ValidationError for a body without `bulk`, for an unknown action, and for a missing parameter of the action
 */
export function bulkMembers(body: unknown): BulkMemberAction {
  const { action, meta } = bulkIn(body);
  if (action === 'unsubscribe') return { action };
  if (action !== 'addLabel' && action !== 'removeLabel') throw notAllowed('action', action, memberActions);
  const { label } = meta;
  const id = isObject(label) ? textOf(label.id) : undefined;
  const name = isObject(label) ? textOf(label.name) : textOf(label);
  if (id === undefined && name === undefined) throw missingParameter('label', 'a label by id or name');
  return { action, label: id === undefined ? { name } : { id } };
}

function missingParameter(property: string, meaning: string): ValidationError {
  return new ValidationError(`"meta.${property}" of the bulk action is missing: ${meaning}.`, { property });
}
