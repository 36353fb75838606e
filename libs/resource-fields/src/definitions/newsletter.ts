import { defineResource } from '../field-definition';

/**
 * The newsletter of the site: the one list to which members subscribe. It has no table. Its name and description are in the setting
 * `newsletter`, its uuid and dates are derived from settings, and the other fields are constants.
 */
export const newsletterDefinition = defineResource('newsletters', {
  id: { type: 'text', since: 'v5', readableBy: 'public', isPrimaryKey: true },
  uuid: { type: 'uuid', since: 'v5', readableBy: 'public' },
  name: { type: 'text', since: 'v5', readableBy: 'public', input: { minLength: 1, maxLength: 191 } },
  description: { type: 'text', isNullable: true, since: 'v5', readableBy: 'public', input: { maxLength: 2000 } },
  slug: { type: 'text', since: 'v5', readableBy: 'public' },
  senderName: { type: 'text', isNullable: true, since: 'v5', readableBy: 'staff' },
  senderEmail: { type: 'text', isNullable: true, since: 'v5', readableBy: 'staff' },
  senderReplyTo: { type: 'text', since: 'v5', readableBy: 'staff' },
  status: { type: 'text', values: ['active', 'archived'], since: 'v5', readableBy: 'public' },
  visibility: { type: 'text', values: ['members', 'public'], since: 'v5', readableBy: 'public' },
  subscribeOnSignup: { type: 'boolean', since: 'v5', readableBy: 'public' },
  sortOrder: { type: 'integer', since: 'v5', readableBy: 'public' },
  headerImage: { type: 'text', isNullable: true, since: 'v5', readableBy: 'public', urls: 'url' },
  showHeaderIcon: { type: 'boolean', since: 'v5', readableBy: 'staff' },
  showHeaderTitle: { type: 'boolean', since: 'v5', readableBy: 'staff' },
  showHeaderName: { type: 'boolean', since: 'v5', readableBy: 'staff' },
  titleFontCategory: { type: 'text', values: ['sans_serif', 'serif'], since: 'v5', readableBy: 'staff' },
  titleAlignment: { type: 'text', isNullable: true, since: 'v5', readableBy: 'staff' },
  showFeatureImage: { type: 'boolean', since: 'v5', readableBy: 'staff' },
  bodyFontCategory: { type: 'text', values: ['sans_serif', 'serif'], since: 'v5', readableBy: 'staff' },
  footerContent: { type: 'text', isNullable: true, since: 'v5', readableBy: 'staff' },
  showBadge: { type: 'boolean', since: 'v5', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v5', readableBy: 'public' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v5', readableBy: 'public' },
});
