import { reference } from '@almanac/api-versions';
import { closed, type Operation, type Operations, oneOf, pageOf } from './operation';
import { absoluteUrls, fields, formats, includeOf, key, type ListExamples, listParameters } from './parameters';

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
  const selection = [fields, includeOf(...relations), ...(hasContent ? [formats, absoluteUrls] : [])];
  const read = (by: string): Operation => ({
    id: by === 'id' ? `read${schema}` : `read${schema}BySlug`,
    tag,
    summary: `Read ${noun} by ${by}`,
    query: [key, ...selection],
    path: { slug },
    status: 200,
    response: { schema: oneOf(name, schema) },
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
  'GET settings': settings,
  'GET setting': {
    ...settings,
    id: 'readSetting',
    summary: 'Read the public settings by their former path',
    isDeprecated: true,
  },
};
