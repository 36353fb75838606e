import { quoteNql } from '../../../api/filter.ts';
import type { Post, PostInput } from '../model/fields.ts';

/** Where a post is published: on the site, by mail to members, or both. */
export const DESTINATIONS = ['site', 'siteAndMail', 'mail'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** The plan of the members who get the newsletter. `other` means a filter that the form cannot show, e.g. of another program. */
export type Plan = 'all' | 'free' | 'paid' | 'other';

/** The members who get a newsletter: members with the plan who have at least one of the labels. Without labels: all with the plan. */
export interface Audience {
  plan: Plan;
  /** The slugs of the labels. */
  labels: readonly string[];
}

/** The user's choice in the publish dialog: whether and how the post is mailed. */
export interface NewsletterChoice {
  destination: Destination;
  /** `email_recipient_filter` of the Admin API: an NQL filter of members, the name of a plan, or `none`. */
  filter: string;
  /** If empty, the title of the post is the subject. */
  subject: string;
}

/** The choice that is stored with the post. */
export function choiceOf(post: Post): NewsletterChoice {
  const mailed = post.email_only ? 'mail' : 'siteAndMail';
  return {
    destination: post.send_email_when_published ? mailed : 'site',
    filter: post.email_recipient_filter,
    subject: post.email_subject ?? '',
  };
}

/** The choice as input of the Admin API. */
export function inputOfChoice({ destination, filter, subject }: NewsletterChoice): PostInput {
  if (destination === 'site') return { send_email_when_published: false, email_only: false };
  return {
    send_email_when_published: true,
    email_only: destination === 'mail',
    email_recipient_filter: filter,
    email_subject: subject.trim() || null,
  };
}

/** The plans by their filters. Each plan has several filters with the same meaning. */
const PLAN_BY_FILTER: Readonly<Record<string, Plan>> = {
  '': 'all',
  all: 'all',
  free: 'free',
  'status:free': 'free',
  paid: 'paid',
  'status:paid': 'paid',
  'status:-free': 'paid',
};

/** A filter with labels, e.g. `status:free+label:['a','b']`. Group 1 is the filter of the plan, if any; group 2 is the list of labels. */
const FILTER_WITH_LABELS = /^(?:(status:-?\w+)\+)?label:\[('(?:[^'\\]|\\.)*'(?:,'(?:[^'\\]|\\.)*')*)\]$/;

/** The audience of a recipient filter. For filters that the form cannot show, the plan is `other`. */
export function audienceOf(filter: string): Audience {
  const plan = PLAN_BY_FILTER[filter.trim()];
  if (plan) return { plan, labels: [] };
  const [, status = '', list = ''] = FILTER_WITH_LABELS.exec(filter.trim()) ?? [];
  const planOfStatus = PLAN_BY_FILTER[status];
  if (!list || !planOfStatus) return { plan: 'other', labels: [] };
  const labels = [...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, label = '']) => label.replace(/\\(.)/g, '$1'));
  return { plan: planOfStatus, labels };
}

/** The recipient filter of an audience. Without labels, it is the name of the plan. */
export function filterOf({ plan, labels }: { plan: Exclude<Plan, 'other'>; labels: readonly string[] }): string {
  if (labels.length === 0) return plan;
  const labelFilter = `label:[${labels.map(quoteNql).join(',')}]`;
  return plan === 'all' ? labelFilter : `status:${plan}+${labelFilter}`;
}

/**
 * The labels that the form offers: the known labels, and chosen ones that are not known, because they were deleted, or because the user
 * may not read labels. So the form shows every chosen label.
 */
export function labelOptions(
  known: readonly { slug: string; name: string }[],
  chosen: readonly string[],
): { value: string; label: string }[] {
  const unknown = chosen.filter((slug) => !known.some((label) => label.slug === slug));
  return [
    ...known.map(({ slug, name }) => ({ value: slug, label: name })),
    ...unknown.map((slug) => ({ value: slug, label: slug })),
  ];
}
