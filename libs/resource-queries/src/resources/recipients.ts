import { parseFilter } from '../filter/parse-filter';
import { compileFilter } from '../filter/compile-filter';
import { BoundValues } from '../query/bound-values';
import { adminMembersResource } from './members';

/** The named filters, as in Ghost 4, and the same filters in NQL. An empty filter means all members. */
const NAMED_FILTERS: ReadonlyMap<string, string> = new Map([
  ['all', ''],
  ['free', 'status:free'],
  ['paid', 'status:paid'],
]);

/** Keys whose values many members share. Other keys, e.g. `email`, could reveal whether a certain member exists. */
const GROUP_KEYS: ReadonlySet<string> = new Set([
  'status',
  'subscribed',
  'label',
  'labels',
  'labels.slug',
  'labels.name',
]);
const groupFilters = new Map([...adminMembersResource.filters].filter(([key]) => GROUP_KEYS.has(key)));

/** The keys that a recipient filter may name: all filter keys of members, or only {@link GROUP_KEYS}. */
export type RecipientFilterScope = 'members' | 'groups';

/** A condition over `publishing.members t`, and its values in the order of the placeholders. */
export interface RecipientCondition {
  sql: string;
  values: unknown[];
}

/**
 * Compiles the recipient filter of a post: which members get it by mail.
 * @param filter `all`, `free`, `paid`, `none`, or a filter of members in NQL
 * @param now the base of relative dates
 * @throws BadRequestError when the filter is not NQL or names a key outside of the scope
 */
export function recipientCondition(
  filter: string,
  now: Date,
  scope: RecipientFilterScope = 'members',
): RecipientCondition {
  if (filter.trim() === 'none') return { sql: 'false', values: [] };
  const parsed = parseFilter(NAMED_FILTERS.get(filter.trim()) ?? filter);
  const bound = new BoundValues();
  const filters = scope === 'groups' ? groupFilters : adminMembersResource.filters;
  const sql = parsed === null ? 'true' : compileFilter(parsed, filters, bound, now);
  return { sql, values: bound.values };
}
