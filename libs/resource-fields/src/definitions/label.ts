import { defineResource } from '../field-definition';
import { NO_LEADING_COMMA } from './patterns';

/** The labels that staff give to members to group them. All exports contain them, because recipient filters of posts name them. */
export const labelDefinition = defineResource('labels', {
  id: { type: 'text', since: 'v5', exportedSince: 'v2', readableBy: 'staff', isPrimaryKey: true },
  /** Unique; upper and lower case count as equal. */
  name: {
    type: 'text',
    since: 'v5',
    exportedSince: 'v2',
    readableBy: 'staff',
    ignoresCase: true,
    input: { minLength: 1, maxLength: 191, pattern: NO_LEADING_COMMA },
  },
  slug: {
    type: 'text',
    since: 'v5',
    exportedSince: 'v2',
    readableBy: 'staff',
    input: { maxLength: 191, isNullable: true },
  },
  revision: { type: 'integer', default: 1, since: 'v5', readableBy: 'none', isExported: false },
  createdAt: { type: 'instant', since: 'v5', exportedSince: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v5', exportedSince: 'v2', readableBy: 'staff' },
});
