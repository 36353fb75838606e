import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** Posts and pages. */
export const postDefinition = defineResource('posts', {
  id: { type: 'text', since: 'v2', readableBy: 'public', isPrimaryKey: true },
  uuid: { type: 'uuid', since: 'v2', readableBy: 'public' },
  title: { type: 'text', since: 'v2', readableBy: 'public', ignoresCase: true, input: { maxLength: 2000 } },
  slug: { type: 'text', since: 'v2', readableBy: 'public', input: { maxLength: 191 } },
  mobiledoc: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'staff',
    filterableBy: 'none',
    isFormat: true,
    urls: 'mobiledoc',
    input: { maxLength: 1_000_000_000, format: 'json' },
  },
  /** If it is not null, it is the source of the post, and `mobiledoc` is derived from it. Otherwise `mobiledoc` is the source. */
  lexical: {
    type: 'text',
    isNullable: true,
    since: 'v5',
    readableBy: 'staff',
    filterableBy: 'none',
    isFormat: true,
    urls: 'lexical',
    input: { maxLength: 1_000_000_000, format: 'json' },
  },
  html: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'none',
    isFormat: true,
    urls: 'html',
    input: { maxLength: 1_000_000_000 },
  },
  commentId: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', importLength: 50 },
  plaintext: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    filterableBy: 'staff',
    orderableBy: 'none',
    isFormat: true,
  },
  featureImage: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  featured: { type: 'boolean', default: false, since: 'v2', readableBy: 'public', input: {} },
  type: { type: 'text', values: ['post', 'page'], default: 'post', since: 'v2', readableBy: 'none' },
  status: {
    type: 'text',
    values: ['published', 'draft', 'scheduled'],
    default: 'draft',
    since: 'v2',
    readableBy: 'staff',
    input: {},
  },
  locale: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'none',
    filterableBy: 'staff',
    input: { maxLength: 6 },
  },
  visibility: {
    type: 'text',
    values: ['public', 'members', 'paid'],
    default: 'public',
    since: 'v2',
    readableBy: 'public',
    input: { isNullable: true },
  },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'public' },
  createdBy: { type: 'text', since: 'v2', readableBy: 'none', isExported: false },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'public' },
  updatedBy: { type: 'text', isNullable: true, since: 'v2', readableBy: 'none', isExported: false },
  publishedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'public', input: {} },
  publishedBy: { type: 'text', isNullable: true, since: 'v2', readableBy: 'none', isExported: false },
  /** Like the fields for the mail, exported in all versions: an import must not make a post more public, or mail it to other members. */
  unpublishAt: {
    type: 'instant',
    isNullable: true,
    since: 'v3',
    exportedSince: 'v2',
    readableBy: 'staff',
    input: {},
  },
  customExcerpt: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    input: { maxLength: 300 },
    importLength: 2000,
  },
  codeinjectionHead: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'html',
    input: { maxLength: 65_535 },
  },
  codeinjectionFoot: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'html',
    input: { maxLength: 65_535 },
  },
  customTemplate: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 100 } },
  canonicalUrl: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  emailSubject: {
    type: 'text',
    isNullable: true,
    since: 'v3',
    exportedSince: 'v2',
    readableBy: 'staff',
    input: { maxLength: 300 },
  },
  sendEmailWhenPublished: {
    type: 'boolean',
    default: false,
    since: 'v3',
    exportedSince: 'v2',
    readableBy: 'staff',
    input: {},
  },
  /** Which members get the post by mail, if they may read it: `all`, `free`, `paid`, or a filter of members. */
  emailRecipientFilter: {
    type: 'text',
    default: 'all',
    since: 'v3',
    exportedSince: 'v2',
    readableBy: 'staff',
    filterableBy: 'none',
    input: { minLength: 1, maxLength: 2000 },
  },
  /** Whether the post is sent by e-mail only: the Content API returns it only for a preview link, even after it is published. */
  emailOnly: { type: 'boolean', default: false, since: 'v5', exportedSince: 'v2', readableBy: 'staff', input: {} },
  /** Whether the site shows the title and the feature image of a page above its content. */
  showTitleAndFeatureImage: { type: 'boolean', default: true, since: 'v5', readableBy: 'none', input: {} },
  /** Incremented by every change. An outbox event is unique by post, revision and name, so a change records it only once. */
  revision: {
    type: 'integer',
    default: 1,
    since: 'v2',
    readableBy: 'none',
    orderableBy: 'staff',
    isExported: false,
  },
});

/** The columns of a post or page. */
export type PostColumns = RowOf<typeof postDefinition>;
/** Posts and pages have the same columns; only the type differs. */
export type PostType = PostColumns['type'];
export type PostStatus = PostColumns['status'];
export type PostVisibility = PostColumns['visibility'];

export const postStatuses = postDefinition.fields.status.values;
export const postVisibilities = postDefinition.fields.visibility.values;
