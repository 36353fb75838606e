import {
  closedObject,
  type JsonSchema,
  listOf,
  reference,
  stringOrNullSchema,
  stringSchema,
} from '@almanac/api-versions';
import { type Operation, type Operations, pageOf, type QueryParameter, singleItem } from './operation';
import {
  absoluteUrls,
  choice,
  fields,
  formats,
  parameter,
  includeOf,
  includeOfPost,
  key,
  type ListExamples,
  listParameters,
} from './parameters';

/** A resource of the Content API. */
interface ContentResource extends ListExamples {
  /** The plural, e.g. `posts`: the path, and the key in responses. */
  name: string;
  /** The singular with its article for summaries, e.g. `a post`. */
  noun: string;
  /** The name of its schema. */
  schema: string;
  /** An example slug. */
  slug: string;
  /** The parameter `include`, for a resource with relations. */
  include?: QueryParameter;
  /** Whether it has content, whose formats a request can select with `formats`. */
  hasContent?: boolean;
}

/** The operations that list a resource, and read one by id or slug. */
function operationsOf({ name, noun, schema, slug, include, hasContent, ...examples }: ContentResource): Operations {
  const tag = `${schema}s`;
  const selection = [fields, ...(include ? [include] : []), ...(hasContent ? [formats, absoluteUrls] : [])];
  const read = (by: 'id' | 'slug'): Operation => ({
    id: by === 'id' ? `read${schema}` : `read${schema}BySlug`,
    tag,
    summary: `Read ${noun} by ${by}`,
    query: [key, ...selection],
    pathExamples: { slug },
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

/** The operation that reads a post or page by the token of a preview link, without a content key. */
function previewOperation(name: 'posts' | 'pages', schema: 'Post' | 'Page'): Operation {
  const [noun, other] = schema === 'Post' ? ['post', 'page'] : ['page', 'post'];
  return {
    id: `preview${schema}`,
    tag: `${schema}s`,
    summary: `Read a ${noun} in any status by the token of a preview link`,
    description: `Needs no content key. 404 for a token that is unknown, expired or revoked, and for the token of a ${other}.`,
    isPublic: true,
    query: [
      {
        ...parameter('token', `The token that \`POST ${name}/:id/preview_link/\` of the Admin API returned.`),
        isRequired: true,
      },
      choice('as', 'The visitor who would get this response: `public` by default.', 'public', 'member', 'paid'),
      fields,
      includeOf('tags', 'authors'),
      formats,
    ],
    status: 200,
    response: { schema: singleItem(name, schema) },
  };
}

/** The operation that lists the data for a search box. @param properties the properties of each item */
function searchIndexOperation(name: string, properties: Readonly<Record<string, JsonSchema>>): Operation {
  return {
    id: `index${name[0]?.toUpperCase()}${name.slice(1)}`,
    tag: 'Search',
    summary: `List ${name === 'authors' ? name : `public ${name}`} for a search box, at most 10,000`,
    query: [key],
    status: 200,
    response: { schema: closedObject({ [name]: listOf(closedObject(properties)), meta: reference('Meta') }) },
  };
}

const settings: Operation = {
  id: 'readSettings',
  tag: 'Settings',
  summary: 'Read the public settings',
  query: [key],
  status: 200,
  response: { schema: closedObject({ settings: reference('Settings'), meta: { type: 'object' } }) },
};

/** The descriptions of the groups of operations (tags in OpenAPI) of the Content API, in the order of the documents. */
export const contentTagDescriptions: Readonly<Record<string, string>> = {
  Posts:
    'Published posts. For the content of a post for members, a request needs the header `Authorization: GhostMembers <token>` ' +
    'with the identity token of a member who may read the post. Without such a token, the content is empty or, from v5 on, ' +
    'ends before the paywall.',
  Pages: 'Published pages: like posts, outside the chronological list.',
  Tags: 'Tags that have a published post or page.',
  Authors: 'Staff users who have a published post or page.',
  Tiers: 'The free tier, and the paid tier while the site has a payment provider.',
  Newsletters: 'The newsletter of the site.',
  Search: 'Public posts, authors and public tags for a search box, each with a few keys.',
  Settings: 'Title, description, navigation and the other public settings of the site.',
};

/** The operations of the Content API in all versions. The document of a version contains those that the version has. */
export const contentOperations: Operations = {
  ...operationsOf({
    name: 'posts',
    noun: 'a post',
    schema: 'Post',
    slug: 'how-to-read-a-tide-table',
    include: includeOfPost,
    hasContent: true,
    exampleFilter: 'featured:true,tag:sea',
    exampleOrder: 'published_at desc',
  }),
  ...operationsOf({
    name: 'pages',
    noun: 'a page',
    schema: 'Page',
    slug: 'about',
    include: includeOfPost,
    hasContent: true,
    exampleFilter: 'featured:false',
    exampleOrder: 'title asc',
  }),
  ...operationsOf({
    name: 'tags',
    noun: 'a tag',
    schema: 'Tag',
    slug: 'sea',
    include: includeOf('count.posts'),
    exampleFilter: 'visibility:public',
    exampleOrder: 'name asc',
  }),
  ...operationsOf({
    name: 'authors',
    noun: 'an author',
    schema: 'Author',
    slug: 'mara',
    include: includeOf('count.posts'),
    exampleFilter: 'slug:-unknown',
    exampleOrder: 'name asc',
  }),
  ...operationsOf({
    name: 'tiers',
    noun: 'a tier',
    schema: 'Tier',
    slug: 'free',
    exampleFilter: 'type:free',
    exampleOrder: 'name asc',
  }),
  ...operationsOf({
    name: 'newsletters',
    noun: 'the newsletter',
    schema: 'Newsletter',
    slug: 'default-newsletter',
    exampleFilter: 'status:active',
    exampleOrder: 'name asc',
  }),
  'GET posts/preview': previewOperation('posts', 'Post'),
  'GET pages/preview': previewOperation('pages', 'Page'),
  'GET search-index/posts': searchIndexOperation('posts', {
    id: stringSchema,
    slug: stringSchema,
    title: stringSchema,
    excerpt: stringOrNullSchema,
    url: stringSchema,
    updated_at: stringOrNullSchema,
    visibility: stringSchema,
  }),
  'GET search-index/authors': searchIndexOperation('authors', {
    id: stringSchema,
    slug: stringSchema,
    name: stringSchema,
    url: stringSchema,
    profile_image: stringOrNullSchema,
  }),
  'GET search-index/tags': searchIndexOperation('tags', {
    id: stringSchema,
    slug: stringSchema,
    name: stringSchema,
    url: stringSchema,
  }),
  'GET settings': settings,
  'GET setting': {
    ...settings,
    id: 'readSetting',
    summary: 'Read the public settings by their former path',
    isDeprecated: true,
  },
};
