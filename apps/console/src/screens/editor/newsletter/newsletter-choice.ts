import { quoteNql } from '../../../api/filter.ts';
import type { Post, PostInput } from '../model/fields.ts';

/** Where a post appears. */
export const DESTINATIONS = ['site', 'siteAndMail', 'mail'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** Members by their plan. `other`: a filter that another program has set and the form cannot show. */
export type Plan = 'all' | 'free' | 'paid' | 'other';

/** The members who get a newsletter: those with the plan, and with one of the labels if the list is not empty. */
export interface Audience {
  plan: Plan;
  /** Slugs. */
  labels: readonly string[];
}

/** The choices about the newsletter in the publish dialog. */
export interface NewsletterChoice {
  destination: Destination;
  /** `email_recipient_filter` of the Admin API. */
  filter: string;
  /** If empty, the title of the post is the subject. */
  subject: string;
}

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

/** The plans by all spellings of their filter. */
const PLAN_BY_FILTER: Readonly<Record<string, Plan>> = {
  '': 'all',
  all: 'all',
  free: 'free',
  'status:free': 'free',
  paid: 'paid',
  'status:paid': 'paid',
  'status:-free': 'paid',
};

const FILTER_WITH_LABELS = /^(?:(status:-?\w+)\+)?label:\[('(?:[^'\\]|\\.)*'(?:,'(?:[^'\\]|\\.)*')*)\]$/;

/** The audience of a recipient filter; plan `other` for filters that the form cannot show. */
export function audienceOf(filter: string): Audience {
  const plan = PLAN_BY_FILTER[filter.trim()];
  if (plan) return { plan, labels: [] };
  const [, status = '', list = ''] = FILTER_WITH_LABELS.exec(filter.trim()) ?? [];
  const planOfStatus = PLAN_BY_FILTER[status];
  if (!list || !planOfStatus) return { plan: 'other', labels: [] };
  const labels = [...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, label = '']) => label.replace(/\\(.)/g, '$1'));
  return { plan: planOfStatus, labels };
}

/** The recipient filter of an audience. Without labels it is the name of the plan, which every version of the API accepts. */
export function filterOf({ plan, labels }: { plan: Exclude<Plan, 'other'>; labels: readonly string[] }): string {
  if (labels.length === 0) return plan;
  const labelFilter = `label:[${labels.map(quoteNql).join(',')}]`;
  return plan === 'all' ? labelFilter : `status:${plan}+${labelFilter}`;
}
