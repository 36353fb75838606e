import { defineResource } from '../field-definition';

/**
 * Metadata of posts for search engines and social networks, and the alternative text and caption of the feature image. The table is
 * `posts_meta`; the API returns the columns as fields of the post.
 */
export const postMetaDefinition = defineResource('posts_meta', {
  id: { type: 'text', since: 'v2', readableBy: 'none', isPrimaryKey: true },
  postId: { type: 'text', since: 'v2', readableBy: 'none' },
  ogImage: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  ogTitle: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 300 },
  },
  ogDescription: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 500 },
  },
  twitterImage: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  twitterTitle: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 300 },
  },
  twitterDescription: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 500 },
  },
  metaTitle: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 300 },
    importLength: 2000,
  },
  metaDescription: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 500 },
    importLength: 2000,
  },
  featureImageAlt: {
    type: 'text',
    isNullable: true,
    since: 'v5',
    readableBy: 'public',
    filterableBy: 'none',
    input: { maxLength: 191 },
    importLength: 2000,
  },
  /** HTML with inline elements, e.g. links. */
  featureImageCaption: {
    type: 'text',
    isNullable: true,
    since: 'v5',
    readableBy: 'public',
    filterableBy: 'none',
    urls: 'html',
    input: { maxLength: 65_535 },
  },
});
