import { quoted } from '../../../api/filter.ts';
import type { Post, PostInput } from '../model/fields.ts';

/** Where a post appears. */
export const DESTINATIONS = ['site', 'siteAndMail', 'mail'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** Members by their plan. `other`: a filter that another program has set. */
export type Plan = 'all' | 'free' | 'paid' | 'other';

/** Members who get a newsletter: those with the plan that have one of the labels, if there are any. */
export interface Audience {
  plan: Plan;
  /** Slugs. */
  labels: readonly string[];
}

/** The choices about the newsletter in the publish dialog. */
export interface NewsletterChoice {
  destination: Destination;
  /** The recipient filter of the Admin API. */
  filter: string;
  /** Empty: the title of the post. */
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

const PLANS: Readonly<Record<string, Plan>> = {
  '': 'all',
  all: 'all',
  free: 'free',
  'status:free': 'free',
  paid: 'paid',
  'status:paid': 'paid',
  'status:-free': 'paid',
};

const WITH_LABELS = /^(?:(status:-?\w+)\+)?label:\[('(?:[^'\\]|\\.)*'(?:,'(?:[^'\\]|\\.)*')*)\]$/;

/** The audience of a filter. */
export function audienceOf(filter: string): Audience {
  const plan = PLANS[filter.trim()];
  if (plan) return { plan, labels: [] };
  const [, status = '', list = ''] = WITH_LABELS.exec(filter.trim()) ?? [];
  const ofStatus = PLANS[status];
  if (!list || !ofStatus) return { plan: 'other', labels: [] };
  const labels = [...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, label = '']) => label.replace(/\\(.)/g, '$1'));
  return { plan: ofStatus, labels };
}

/** The filter of an audience; without labels a word that every version of the API knows. */
export function filterOf({ plan, labels }: { plan: Exclude<Plan, 'other'>; labels: readonly string[] }): string {
  if (labels.length === 0) return plan;
  const ofLabels = `label:[${labels.map(quoted).join(',')}]`;
  return plan === 'all' ? ofLabels : `status:${plan}+${ofLabels}`;
}
