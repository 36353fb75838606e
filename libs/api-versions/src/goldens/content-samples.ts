import { FREE_TIER_ID, PAID_TIER_ID } from '@almanac/resource-fields';
import type { EmailView, PostView, RoleView, SiteView, TagView, TierView, UserView } from '../views';

// Samples of posts, tags and staff for the goldens. Each stored field that a response can contain is set, some to null, so that the goldens
// contain all keys.
export const createdAt = new Date('2026-03-01T10:00:00.123Z');
export const updatedAt = new Date('2026-03-02T11:30:00.456Z');
export const dates = { createdAt, updatedAt };

export const site: SiteView = { url: 'https://almanac.example', timezone: 'Europe/Paris' };

export const unsubscribeUrl = (memberId: string): string => `${site.url}/members/unsubscribe/?token=${memberId}`;

export const role: RoleView = {
  id: '6b0000000000000000000001',
  name: 'Author',
  description: 'Authors',
  ...dates,
};

export const user: UserView = {
  id: '6b0000000000000000000002',
  name: 'Ada',
  slug: 'ada',
  email: 'ada@almanac.example',
  profileImage: '/content/images/ada.png',
  coverImage: null,
  bio: 'Writes.',
  website: 'https://ada.example/',
  location: '',
  facebook: null,
  twitter: '@ada',
  threads: '@ada',
  bluesky: 'ada.example',
  mastodon: null,
  tiktok: null,
  youtube: null,
  instagram: null,
  linkedin: 'in/ada',
  accessibility: null,
  status: 'active',
  locale: null,
  visibility: 'public',
  metaTitle: null,
  metaDescription: null,
  tour: null,
  lastSeenAt: updatedAt,
  createdBy: '1',
  updatedBy: '1',
  ...dates,
  roles: [role],
};

export const tag: TagView = {
  id: '6b0000000000000000000003',
  name: 'News',
  slug: 'news',
  description: 'What is new',
  featureImage: '/content/images/news.png',
  visibility: 'public',
  metaTitle: null,
  metaDescription: null,
  ogImage: '/content/images/tag-og.png',
  ogTitle: 'News on cards',
  ogDescription: null,
  twitterImage: '/content/images/tag-x.png',
  twitterTitle: null,
  twitterDescription: null,
  codeinjectionHead: '<link href="/news.css">',
  codeinjectionFoot: null,
  canonicalUrl: '/news/',
  accentColor: '#15171a',
  ...dates,
};

export const internalTag: TagView = {
  ...tag,
  id: '6b0000000000000000000004',
  name: '#inside',
  slug: 'hash-inside',
  visibility: 'internal',
  featureImage: null,
};

const freeTier: TierView = {
  id: FREE_TIER_ID,
  name: 'Free',
  slug: 'free',
  description: null,
  active: true,
  type: 'free',
  welcomePageUrl: null,
  visibility: 'public',
  currency: null,
  monthlyPrice: null,
  yearlyPrice: null,
  trialDays: 0,
  ...dates,
};
const paidTier: TierView = { ...freeTier, id: PAID_TIER_ID, name: 'Paid', slug: 'paid', type: 'paid', monthlyPrice: 500 };

/** The mail of the post. */
export const email: EmailView = {
  id: '6b0000000000000000000021',
  uuid: '5f1d2c3b-4a59-4687-9a8b-7c6d5e4f3a2b',
  postId: '6b0000000000000000000004',
  status: 'submitted',
  subject: 'A post by mail',
  recipientFilter: 'all',
  recipientCount: 12,
  sentCount: 10,
  failedCount: 1,
  skippedCount: 1,
  error: null,
  submittedAt: updatedAt,
  createdAt,
  updatedAt,
};

export const post: PostView = {
  id: '6b0000000000000000000005',
  uuid: '3e41aace-2e28-45e0-a105-24e427ace4c8',
  title: 'A post',
  slug: 'a-post',
  mobiledoc:
    '{"version":"0.3.1","atoms":[],"cards":[["image",{"src":"/content/images/a.png"}]],"markups":[["a",["href","/other/"]]],"sections":[[1,"p",[[0,[0],1,"link"]]],[10,0]]}',
  lexical:
    '{"root":{"children":[{"children":[{"children":[{"detail":0,"format":0,"mode":"normal","style":"","text":"link","type":"extended-text","version":1}],"direction":"ltr","format":"","indent":0,"type":"link","version":1,"rel":null,"target":null,"title":null,"url":"/other/"}],"direction":"ltr","format":"","indent":0,"type":"paragraph","version":1},{"type":"image","version":1,"src":"/content/images/a.png"}],"direction":"ltr","format":"","indent":0,"type":"root","version":1}}',
  html: '<p><a href="/other/">link</a> <img src="/content/images/a.png"></p>',
  plaintext: 'link [/other/]',
  commentId: '6b0000000000000000000005',
  featureImage: '/content/images/feature.png',
  featured: true,
  type: 'post',
  status: 'published',
  visibility: 'members',
  publishedAt: new Date('2026-07-01T22:30:00.789Z'),
  unpublishAt: null,
  customExcerpt: null,
  codeinjectionHead: '<script src="/assets/x.js"></script>',
  codeinjectionFoot: null,
  customTemplate: null,
  canonicalUrl: '/a-post/',
  emailSubject: null,
  sendEmailWhenPublished: false,
  emailRecipientFilter: 'all',
  emailOnly: false,
  showTitleAndFeatureImage: true,
  email,
  meta: {
    metaTitle: 'Meta',
    metaDescription: null,
    ogImage: '/content/images/og.png',
    ogTitle: null,
    ogDescription: null,
    twitterImage: '/content/images/twitter.png',
    twitterTitle: null,
    twitterDescription: null,
    featureImageAlt: 'A lighthouse at dusk',
    featureImageCaption: 'By <a href="/author/ada/">Ada</a>',
  },
  ...dates,
  tags: [tag, internalTag],
  authors: [user],
  tiers: [freeTier, paidTier],
};

export const page: PostView = { ...post, id: '6b0000000000000000000006', type: 'page', slug: 'a-page', title: 'A page' };
export const draft: PostView = { ...post, status: 'draft', publishedAt: null, tags: [], meta: null };
