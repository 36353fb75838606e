import { booleanSchema, closedObject, listOf, reference, stringSchema } from '@almanac/api-versions';
import { type Action, type AdminResource, operationsOf } from './admin-resources';
import { bulkPostOperations } from './bulk';
import { datedOperations } from './dated';
import { envelope, openObject, type Operations, singleItem } from './operation';
import { choice, emailSegment, formatsOfWrite, parameter, newsletter, source, sourceOfPage } from './parameters';

const uploadReference = {
  ...stringSchema,
  description: 'Any string. The response returns it, so that a client can match it to the upload.',
};

const allActions: Action[] = ['list', 'read', 'readBySlug', 'add', 'edit', 'delete'];
const UPDATED_AT = '2026-03-02T11:30:00.000Z';

const posts: AdminResource = {
  name: 'posts',
  noun: 'a post',
  schema: 'Post',
  tag: 'Posts',
  slug: 'how-to-read-a-tide-table',
  // `almanac` is not a relation: in v5 it adds fields of posts that Ghost does not have.
  relations: ['tags', 'authors', 'tiers', 'almanac'],
  hasContent: true,
  exampleFilter: 'status:published+featured:true',
  exampleOrder: 'published_at desc',
  writesWithInclude: ['add', 'edit'],
  writeParameters: [formatsOfWrite, source, newsletter, emailSegment],
  add: {
    required: ['title'],
    example: {
      title: 'A day at sea',
      html: '<p>We left the harbour before sunrise.</p>',
      status: 'draft',
      tags: [{ name: 'Sea' }],
      custom_excerpt: 'Twelve hours on a fishing boat.',
    },
  },
  edit: { required: ['updated_at'], example: { title: 'Two days at sea', featured: true, updated_at: UPDATED_AT } },
};

const pages: AdminResource = {
  ...posts,
  name: 'pages',
  noun: 'a page',
  schema: 'Page',
  tag: 'Pages',
  writeParameters: [formatsOfWrite, sourceOfPage],
  input: 'PostInput',
  slug: 'about',
  exampleFilter: 'status:published',
  exampleOrder: 'title asc',
  add: { required: ['title'], example: { title: 'Imprint', html: '<p>Rope Street 4.</p>', status: 'draft' } },
  edit: { required: ['updated_at'], example: { title: 'Legal notice', updated_at: UPDATED_AT } },
};

const tags: AdminResource = {
  name: 'tags',
  noun: 'a tag',
  schema: 'Tag',
  tag: 'Tags',
  slug: 'sea',
  relations: ['count.posts'],
  exampleFilter: 'visibility:public',
  exampleOrder: 'name asc',
  add: { required: ['name'], example: { name: 'Weather', description: 'Wind, rain and fog.' } },
  edit: { required: [], example: { description: 'Wind, rain, fog and sun.' } },
};

/** Operations for posts, pages, tags and schedules; for uploads and slugs; and for pages of other sites that a post embeds. */
export const adminContent: Operations = {
  ...operationsOf(posts, ...allActions),
  ...operationsOf(pages, ...allActions),
  ...bulkPostOperations('posts', 'Post'),
  ...bulkPostOperations('pages', 'Page'),
  ...operationsOf(tags, ...allActions),
  ...datedOperations,
  'GET schedules': {
    id: 'listSchedules',
    tag: 'Schedules',
    summary: 'List all scheduled posts and pages',
    status: 200,
    response: { schema: closedObject({ posts: listOf(reference('Post')), pages: listOf(reference('Page')) }) },
  },
  'PUT schedules/:resource/:id': {
    id: 'publishScheduled',
    tag: 'Schedules',
    summary: 'Publish a scheduled post or page that is due',
    description: 'For external schedulers. The request is optional, because the worker publishes due posts and pages.',
    isPublic: true,
    query: [
      {
        ...parameter(
          'token',
          'A token signed with the key of the scheduler integration; it authenticates the request.',
        ),
        isRequired: true,
      },
    ],
    pathExamples: { resource: 'posts' },
    body: {
      schema: openObject({
        force: {
          ...booleanSchema,
          description: 'Publishes the post or page even if it was due more than two minutes ago.',
        },
      }),
      example: { force: true },
    },
    status: 200,
    response: { schema: { oneOf: [singleItem('posts', 'Post'), singleItem('pages', 'Page')] } },
  },
  'POST images/upload': {
    id: 'uploadImage',
    tag: 'Images',
    summary: 'Upload an image',
    body: {
      type: 'multipart/form-data',
      schema: openObject(
        {
          file: { type: 'string', format: 'binary' },
          purpose: {
            type: 'string',
            enum: ['image', 'profile_image', 'icon'],
            description:
              'A `profile_image` is square. An `icon` is at least 60 pixels wide, unless it is an SVG; an .ico file is square, with at ' +
              'most 1,000 pixels a side and 200 kB. In v2 and v3, an `icon` is a square .ico or .png file with 60 to 1,000 pixels a side ' +
              'and at most 100 kB.',
          },
          ref: uploadReference,
        },
        'file',
      ),
    },
    status: 201,
    response: { schema: singleItem('images', 'Image') },
  },
  'POST media/upload': {
    id: 'uploadMedia',
    tag: 'Images',
    summary: 'Upload a video or an audio file',
    body: {
      type: 'multipart/form-data',
      schema: openObject(
        {
          file: { type: 'string', format: 'binary' },
          thumbnail: { type: 'string', format: 'binary', description: 'The preview image of the video.' },
          ref: uploadReference,
        },
        'file',
      ),
    },
    status: 201,
    response: { schema: singleItem('media', 'Media') },
  },
  'PUT media/thumbnail/upload': {
    id: 'uploadThumbnail',
    tag: 'Images',
    summary: 'Upload the thumbnail of a stored video',
    body: {
      type: 'multipart/form-data',
      schema: openObject(
        {
          file: { type: 'string', format: 'binary' },
          url: { ...stringSchema, description: 'The address of the stored video.' },
          ref: uploadReference,
        },
        'file',
        'url',
      ),
    },
    status: 200,
    response: { schema: singleItem('media', 'Media') },
  },
  'POST files/upload': {
    id: 'uploadFile',
    tag: 'Images',
    summary: 'Upload a file of any format',
    description: 'The file is served with a type that a browser does not run.',
    body: {
      type: 'multipart/form-data',
      schema: openObject({ file: { type: 'string', format: 'binary' }, ref: uploadReference }, 'file'),
    },
    status: 201,
    response: { schema: singleItem('files', 'Image') },
  },
  'GET slugs/:type/:name': {
    id: 'generateSlug',
    tag: 'Slugs',
    summary: 'Generate a slug that is still free',
    pathExamples: { type: 'post', name: 'A day at sea' },
    status: 200,
    response: { schema: singleItem('slugs', envelope('slug', stringSchema)) },
  },
  'GET slugs/:type/:name/:id': {
    id: 'generateSlugForStored',
    tag: 'Slugs',
    summary: 'Generate a slug for a stored resource, whose current slug counts as free',
    pathExamples: { type: 'post', name: 'A day at sea' },
    status: 200,
    response: { schema: singleItem('slugs', envelope('slug', stringSchema)) },
  },
  'GET oembed': {
    id: 'readOembed',
    tag: 'Images',
    summary: 'Read the data that embed a page of another site (oEmbed)',
    description:
      'From v3 on, the response is a bookmark card if the oEmbed data of the page is missing or incomplete, is that of WordPress, or has ' +
      'the type `link`.',
    query: [
      {
        ...parameter('url', 'The address of the page.', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
        isRequired: true,
      },
      choice('type', '`bookmark` returns a bookmark card (from v3 on).', 'bookmark'),
    ],
    status: 200,
    response: { schema: { type: 'object' } },
  },
};
