import { type JsonSchema, listOf, reference, text } from '@almanac/api-versions';
import { closed, type Operation, type Operations, pageOf, singleItem } from './operation';
import {
  absoluteUrls,
  choice,
  fields,
  formats,
  freeText,
  includeOf,
  key,
  type ListExamples,
  listParameters,
} from './parameters';

interface Resource extends ListExamples {
  /** The plural: path and key of the response. */
  name: string;
  /** The singular, as a person writes it. */
  noun: string;
  schema: string;
  slug: string;
  relations: string[];
  hasContent?: boolean;
}

function resource({ name, noun, schema, slug, relations, hasContent, ...examples }: Resource): Operations {
  const tag = `${schema}s`;
  const selection = [
    fields,
    ...(relations.length > 0 ? [includeOf(...relations)] : []),
    ...(hasContent ? [formats, absoluteUrls] : []),
  ];
  const read = (by: string): Operation => ({
    id: by === 'id' ? `read${schema}` : `read${schema}BySlug`,
    tag,
    summary: `Read ${noun} by ${by}`,
    query: [key, ...selection],
    path: { slug },
    status: 200,
    response: { schema: singleItem(name, schema) },
  });
  return {
    [`GET ${name}`]: {
      id: `list${schema}s`,
      tag,
      summary: `List ${name}`,
      query: [key, ...listParameters(examples), ...selection],
      status: 200,
      response: { schema: pageOf(name, schema) },
    },
    [`GET ${name}/:id`]: read('id'),
    [`GET ${name}/slug/:slug`]: read('slug'),
  };
}

/** The preview of a post or page by its token, without a content key. */
function preview(name: 'posts' | 'pages', schema: 'Post' | 'Page'): Operation {
  const noun = schema.toLowerCase();
  return {
    id: `preview${schema}`,
    tag: `${schema}s`,
    summary: `Read a ${noun} in any status by the token of a preview link`,
    description: 'Needs no content key. 404 for a token that is unknown, expired or revoked, or of another resource.',
    isPublic: true,
    query: [
      {
        ...freeText('token', `The token that \`POST ${name}/:id/preview_link/\` of the Admin API returned.`),
        isRequired: true,
      },
      choice('as', 'The reader for whom content is shown or hidden.', 'public', 'member', 'paid'),
      fields,
      includeOf('tags', 'authors'),
      formats,
    ],
    status: 200,
    response: { schema: singleItem(name, schema) },
  };
}

function searchIndex(name: string, properties: Readonly<Record<string, JsonSchema>>): Operation {
  return {
    id: `index${name[0]?.toUpperCase()}${name.slice(1)}`,
    tag: 'Search',
    summary: `List ${name} for a search box, at most 10,000`,
    query: [key],
    status: 200,
    response: { schema: closed({ [name]: listOf(closed(properties)), meta: reference('Meta') }) },
  };
}

const textOrNull: JsonSchema = { type: ['string', 'null'] };

const settings: Operation = {
  id: 'readSettings',
  tag: 'Settings',
  summary: 'Read the public settings',
  query: [key],
  status: 200,
  response: { schema: closed({ settings: reference('Settings'), meta: { type: 'object' } }) },
};

/** The groups of the Content API's documents, in their order. */
export const contentTags: Readonly<Record<string, string>> = {
  Posts: 'Published posts. Content for members only is empty unless the request has the identity token of a member.',
  Pages: 'Published pages: like posts, outside the chronological list.',
  Tags: 'Tags that have a published post.',
  Authors: 'Staff users who have published a post.',
  Tiers: 'The free tier, and the paid one while members can pay.',
  Newsletters: 'The newsletter of the site.',
  Search: 'Short lists of everything that a search box finds.',
  Settings: 'Title, description, navigation and the other public settings of the site.',
};

/** The operations of the Content API. A document contains those that its version serves. */
export const contentOperations: Operations = {
  ...resource({
    name: 'posts',
    noun: 'a post',
    schema: 'Post',
    slug: 'how-to-read-a-tide-table',
    relations: ['tags', 'authors'],
    hasContent: true,
    filter: 'featured:true,tag:sea',
    order: 'published_at desc',
  }),
  ...resource({
    name: 'pages',
    noun: 'a page',
    schema: 'Page',
    slug: 'about',
    relations: ['tags', 'authors'],
    hasContent: true,
    filter: 'featured:false',
    order: 'title asc',
  }),
  ...resource({
    name: 'tags',
    noun: 'a tag',
    schema: 'Tag',
    slug: 'sea',
    relations: ['count.posts'],
    filter: 'visibility:public',
    order: 'name asc',
  }),
  ...resource({
    name: 'authors',
    noun: 'an author',
    schema: 'Author',
    slug: 'mara',
    relations: ['count.posts'],
    filter: 'slug:-unknown',
    order: 'name asc',
  }),
  ...resource({
    name: 'tiers',
    noun: 'a tier',
    schema: 'Tier',
    slug: 'free',
    relations: [],
    filter: 'type:free',
    order: 'name asc',
  }),
  ...resource({
    name: 'newsletters',
    noun: 'the newsletter',
    schema: 'Newsletter',
    slug: 'default-newsletter',
    relations: [],
    filter: 'status:active',
    order: 'name asc',
  }),
  'GET posts/preview': preview('posts', 'Post'),
  'GET pages/preview': preview('pages', 'Page'),
  'GET search-index/posts': searchIndex('posts', {
    id: text,
    slug: text,
    title: text,
    excerpt: textOrNull,
    url: text,
    updated_at: textOrNull,
    visibility: text,
  }),
  'GET search-index/authors': searchIndex('authors', {
    id: text,
    slug: text,
    name: text,
    url: text,
    profile_image: textOrNull,
  }),
  'GET search-index/tags': searchIndex('tags', { id: text, slug: text, name: text, url: text }),
  'GET settings': settings,
  'GET setting': {
    ...settings,
    id: 'readSetting',
    summary: 'Read the public settings by their former path',
    isDeprecated: true,
  },
};
