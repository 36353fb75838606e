import { type JsonSchema, stringSchema } from '@almanac/api-versions';
import type { QueryParameter } from './operation';

/** A parameter of the query string. Its value is any string, unless `schema` is given. */
export function parameter(
  name: string,
  description: string,
  example?: string,
  schema: JsonSchema = stringSchema,
): QueryParameter {
  return { name, description, schema, ...(example !== undefined && { example }) };
}

/** A parameter with a fixed set of values. The first value is the example. */
export function choice(name: string, description: string, ...values: string[]): QueryParameter {
  return parameter(name, description, values[0], { type: 'string', enum: values });
}

/** The parameter `fields`, which selects the keys of a resource. */
export const fields = parameter(
  'fields',
  'Comma-separated keys that the response contains, e.g. `title,url`. Unknown keys are ignored.',
);

/** The parameter `include`. @param relations the values that it can have for the resource */
export function includeOf(...relations: string[]): QueryParameter {
  const names = relations.map((name) => `\`${name}\``).join(', ');
  return parameter('include', `Comma-separated relations to add: ${names}.`, relations.join(','));
}

const relationsOfPost = includeOf('tags', 'authors', 'tiers');

/** The parameter `include` of requests of the Content API that read posts or pages. */
export const includeOfPost: QueryParameter = {
  ...relationsOfPost,
  description: `${relationsOfPost.description} \`tiers\` has an effect in v5 only.`,
};

/** The parameter `formats` of the Content API. */
export const formats = parameter(
  'formats',
  'Comma-separated formats of the content: `html` and `plaintext`. `mobiledoc` is accepted, but is never part of a response.',
  'html,plaintext',
);

/** The parameter `formats` of requests of the Admin API that read posts or pages. */
export const staffFormats = parameter(
  'formats',
  'Comma-separated formats of the content: `html`, `plaintext`, `mobiledoc` and, from v5 on, `lexical`.',
  'html,plaintext',
);

/** The parameter `formats` of a request that adds or edits a post or page. */
export const formatsOfWrite = parameter(
  'formats',
  'Comma-separated formats of the content in the response: `html`, `plaintext`, `mobiledoc` and `lexical`. v2 and v3 ignore it.',
  'html,lexical',
);

export const absoluteUrls = parameter(
  'absolute_urls',
  '`true` also makes links inside the content absolute. It has an effect in v2 only.',
  'true',
  { type: 'string', enum: ['true', 'false'] },
);

/** Example values of the parameters of a list. */
export interface ListExamples {
  /** In NQL. */
  exampleFilter: string;
  exampleOrder: string;
}

/** The parameters of every list with pages of results. */
export function listParameters({ exampleFilter, exampleOrder }: ListExamples): QueryParameter[] {
  return [
    parameter('filter', 'A filter in NQL: `+` is and, `,` is or, `-` is not.', exampleFilter),
    parameter('order', 'Comma-separated keys with `asc` or `desc`.', exampleOrder),
    {
      name: 'limit',
      description: 'Number of resources in a page of results: 15 by default, at most 1,000, or `all`.',
      schema: {
        oneOf: [
          { type: 'integer', minimum: 1 },
          { type: 'string', enum: ['all'] },
        ],
      },
      example: 5,
    },
    {
      name: 'page',
      description: 'Number of the page of results.',
      schema: { type: 'integer', minimum: 1 },
      example: 1,
    },
  ];
}

export const key = parameter(
  'key',
  'The content key of an integration. The security scheme `key` describes the same parameter; send it once.',
);

export const source = choice(
  'source',
  'With `html`, the content is made from `html` of the body; otherwise from `mobiledoc` or, from v5 on, `lexical`.',
  'html',
);

export const sourceOfPage = { ...source, description: `${source.description} v2 and v3 ignore it.` };

export const newsletter = parameter(
  'newsletter',
  'The slug of the newsletter that sends the post to members when it is published. Versions other than v5 ignore it.',
  'default-newsletter',
);

export const emailSegment = parameter(
  'email_segment',
  'Which members get the mail: `all` or a filter of members. It has an effect only together with `newsletter` or `newsletter_id`.',
  'all',
);
