import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

export const tagDefinition = defineResource('tags', {
  id: { type: 'text', since: 'v2', readableBy: 'public', isPrimaryKey: true },
  name: {
    type: 'text',
    since: 'v2',
    readableBy: 'public',
    ignoresCase: true,
    input: { minLength: 1, maxLength: 191, pattern: '^([^,]|$)' },
  },
  slug: { type: 'text', since: 'v2', readableBy: 'public', input: { maxLength: 191, isNullable: true } },
  description: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 500 } },
  featureImage: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  parentId: { type: 'text', isNullable: true, since: 'v2', readableBy: 'none' },
  /** `internal` tags are named `#something` and have no page on the site. */
  visibility: {
    type: 'text',
    values: ['public', 'internal'],
    default: 'public',
    since: 'v2',
    readableBy: 'public',
    input: {},
  },
  metaTitle: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 300 } },
  metaDescription: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 500 } },
  revision: { type: 'integer', default: 1, since: 'v2', readableBy: 'none', isExported: false },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
});

export type TagVisibility = RowOf<typeof tagDefinition>['visibility'];
