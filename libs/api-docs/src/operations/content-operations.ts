import { reference } from '@almanac/api-versions';
import { oneOf, type Operation, type Operations, pageOf } from './operation';
import { absoluteUrls, browsing, browsingPosts, fields, formats, include, key } from './parameters';

function browse(resource: string, schema: string, isText: boolean): Operation {
  return {
    summary: `List ${resource}`,
    query: [key, ...(isText ? [...browsingPosts, absoluteUrls] : browsing)],
    status: 200,
    answer: pageOf(resource, schema),
  };
}

function read(resource: string, schema: string, isText: boolean, by: string): Operation {
  return {
    summary: `Read one of the ${resource} by its ${by}`,
    query: [key, fields, include, ...(isText ? [formats, absoluteUrls] : [])],
    status: 200,
    answer: oneOf(resource, schema),
  };
}

function resource(name: string, schema: string, isText: boolean): Operations {
  return {
    [`GET ${name}`]: browse(name, schema, isText),
    [`GET ${name}/:id`]: read(name, schema, isText, 'id'),
    [`GET ${name}/slug/:slug`]: read(name, schema, isText, 'slug'),
  };
}

const settings: Operation = {
  summary: 'What is public of the settings',
  query: [key],
  status: 200,
  answer: {
    type: 'object',
    properties: { settings: reference('Settings'), meta: { type: 'object' } },
    required: ['settings', 'meta'],
    additionalProperties: false,
  },
};

/** What the Content API offers; which versions have a route is the controllers' to say. */
export const contentOperations: Operations = {
  ...resource('posts', 'Post', true),
  ...resource('pages', 'Page', true),
  ...resource('tags', 'Tag', false),
  ...resource('authors', 'Author', false),
  'GET settings': settings,
  'GET setting': settings,
};
