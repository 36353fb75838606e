import { text } from '@almanac/api-versions';
import type { QueryParameter } from './operation';

const parameter = (name: string, description: string): QueryParameter => ({ name, description, schema: text });

/** Which keys of the resource to give. */
export const fields = parameter('fields', 'Comma-separated keys to give; unknown ones are passed over.');
export const include = parameter('include', 'Comma-separated relations to give, e.g. `authors,tags` or `count.posts`.');
export const formats = parameter('formats', 'Comma-separated forms of the text: `html`, `plaintext`, `mobiledoc`.');
export const absoluteUrls = parameter('absolute_urls', '`true` makes links inside texts absolute too (v2 alone).');

/** What a list can be asked. */
export const browsing: readonly QueryParameter[] = [
  parameter('filter', 'An NQL filter, e.g. `featured:true+tag:[news,tech]`.'),
  parameter('order', 'Comma-separated `field direction`, e.g. `published_at desc`.'),
  {
    name: 'limit',
    description: 'How many to give: 15 unless told, 1,000 at most, or `all`.',
    schema: { type: ['integer', 'string'] },
  },
  { name: 'page', description: 'Which page of the list, from 1.', schema: { type: 'integer' } },
  fields,
  include,
];

/** What a list of posts can be asked. */
export const browsingPosts: readonly QueryParameter[] = [...browsing, formats];

/** The key of the Content API. */
export const key = parameter('key', 'The content key of an integration.');
