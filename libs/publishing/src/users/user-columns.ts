import type { UserInput } from '@almanac/validation';
import { anEmail, emptyOrAUrl, oneOf, type ColumnRule } from '../columns/assert-columns';

const statuses = ['active', 'inactive', 'locked', 'warn-1', 'warn-2', 'warn-3', 'warn-4'];

/** What the columns of a member of staff take. */
export const userColumns: { [P in keyof UserInput]?: ColumnRule } = {
  name: { column: 'name', maxLength: 191, isRequired: true },
  slug: { column: 'slug', maxLength: 191, isRequired: true },
  email: { column: 'email', maxLength: 191, isRequired: true, check: anEmail },
  profileImage: { column: 'profile_image', maxLength: 2000 },
  coverImage: { column: 'cover_image', maxLength: 2000 },
  bio: { column: 'bio', maxLength: 200 },
  website: { column: 'website', maxLength: 2000, check: emptyOrAUrl },
  location: { column: 'location', maxLength: 150 },
  facebook: { column: 'facebook', maxLength: 2000 },
  twitter: { column: 'twitter', maxLength: 2000 },
  accessibility: { column: 'accessibility', maxLength: 65_535 },
  status: { column: 'status', check: oneOf(...statuses) },
  metaTitle: { column: 'meta_title', maxLength: 300 },
  metaDescription: { column: 'meta_description', maxLength: 500 },
  tour: { column: 'tour', maxLength: 65_535 },
};
