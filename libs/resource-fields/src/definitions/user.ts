import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** Members of staff. Readers see them as authors. */
export const userDefinition = defineResource('users', {
  /** `1` for the owner, a 24-hex ObjectID for others. */
  id: { type: 'text', since: 'v2', readableBy: 'public', isPrimaryKey: true },
  name: { type: 'text', since: 'v2', readableBy: 'public', ignoresCase: true, input: { maxLength: 191 } },
  slug: { type: 'text', since: 'v2', readableBy: 'public', input: { maxLength: 191 } },
  /** A bcrypt hash. */
  password: { type: 'text', since: 'v2', readableBy: 'none', isExported: false, isSecret: true },
  /** Unique without regard to case. */
  email: {
    type: 'text',
    since: 'v2',
    readableBy: 'staff',
    ignoresCase: true,
    input: { maxLength: 191, format: 'email' },
  },
  profileImage: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  coverImage: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    urls: 'url',
    input: { maxLength: 2000 },
  },
  bio: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 200 } },
  website: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    input: { maxLength: 2000, format: 'url' },
  },
  location: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 150 } },
  facebook: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 2000 } },
  twitter: { type: 'text', isNullable: true, since: 'v2', readableBy: 'public', input: { maxLength: 2000 } },
  /** JSON of the admin client: its preferences. */
  accessibility: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff', input: { maxLength: 65_535 } },
  /** `locked` waits for a new password, `warn-*` had failed sign-ins, `inactive` is suspended. */
  status: {
    type: 'text',
    values: ['active', 'inactive', 'locked', 'warn-1', 'warn-2', 'warn-3', 'warn-4'],
    default: 'active',
    since: 'v2',
    readableBy: 'staff',
    input: {},
  },
  locale: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'self',
    filterableBy: 'staff',
    importLength: 6,
  },
  visibility: {
    type: 'text',
    default: 'public',
    since: 'v2',
    readableBy: 'self',
    filterableBy: 'staff',
    importLength: 50,
  },
  metaTitle: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    input: { maxLength: 300 },
    importLength: 2000,
  },
  metaDescription: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'public',
    input: { maxLength: 500 },
    importLength: 2000,
  },
  /** JSON of the admin client: the hints that were seen. */
  tour: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff', input: { maxLength: 65_535 } },
  lastSeenAt: { type: 'instant', isNullable: true, column: 'last_seen', since: 'v2', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
  createdBy: { type: 'text', since: 'v2', readableBy: 'self', filterableBy: 'staff', isExported: false },
  updatedBy: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'self',
    filterableBy: 'staff',
    isExported: false,
  },
});

export type UserStatus = RowOf<typeof userDefinition>['status'];
