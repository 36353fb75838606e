import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { SettingType } from '@almanac/resource-fields';

interface DefaultSetting {
  key: string;
  type: SettingType;
  value: string | null;
}

const blogSetting = (key: string, value: string | null = null): DefaultSetting => ({ key, type: 'blog', value });
/** A random secret in hexadecimal digits, two for each byte. */
const secret = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The keys for the identity tokens of members. The tokens use RS512, for which RFC 7518 §3.3 requires at least 2048 bits. */
function memberKeys(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
}

const navigation = [
  { label: 'Home', url: '/' },
  { label: 'Tag', url: '/tag/getting-started/' },
  { label: 'Author', url: '/author/ghost/' },
  { label: 'Help', url: 'https://ghost.org/docs/' },
];

const socialKeys = [
  'meta_title',
  'meta_description',
  'og_image',
  'og_title',
  'og_description',
  'twitter_image',
  'twitter_title',
  'twitter_description',
];

const subscriptionSettings = {
  isPaid: false,
  paymentProcessors: [
    {
      adapter: 'stripe',
      config: {
        secret_token: '',
        public_token: '',
        product: { name: 'Ghost Subscription' },
        plans: [
          { name: 'Monthly', currency: 'usd', interval: 'month', amount: '' },
          { name: 'Yearly', currency: 'usd', interval: 'year', amount: '' },
        ],
      },
    },
  ],
};

/** The settings of a new site, in the order in which the API lists them. Each call creates new secrets. */
export function defaultSettings(): DefaultSetting[] {
  const { publicKey, privateKey } = memberKeys();
  return [
    { key: 'db_hash', type: 'core', value: secret(16) },
    { key: 'session_secret', type: 'core', value: secret(32) },
    blogSetting('title', 'Almanac'),
    blogSetting('description', 'Thoughts, stories and ideas.'),
    blogSetting('logo', 'https://static.ghost.org/v1.0.0/images/ghost-logo.svg'),
    blogSetting('cover_image', 'https://static.ghost.org/v3.0.0/images/publication-cover.png'),
    blogSetting('icon'),
    blogSetting('accent_color', '#15171A'),
    blogSetting('default_locale', 'en'),
    blogSetting('active_timezone', 'Etc/UTC'),
    blogSetting('force_i18n', 'true'),
    blogSetting('amp', 'true'),
    blogSetting('facebook', 'ghost'),
    blogSetting('twitter', 'tryghost'),
    blogSetting('labs', JSON.stringify({ members: true })),
    blogSetting('navigation', JSON.stringify(navigation)),
    blogSetting('secondary_navigation', JSON.stringify([])),
    blogSetting('slack', JSON.stringify([{ url: '', username: 'Ghost' }])),
    blogSetting('unsplash', JSON.stringify({ isActive: true })),
    ...socialKeys.map((key) => blogSetting(key)),
    { key: 'active_theme', type: 'theme', value: 'casper' },
    { key: 'is_private', type: 'private', value: 'false' },
    { key: 'password', type: 'private', value: '' },
    { key: 'public_hash', type: 'private', value: secret(15) },
    blogSetting('codeinjection_head'),
    blogSetting('codeinjection_foot'),
    { key: 'members_public_key', type: 'members', value: publicKey },
    { key: 'members_private_key', type: 'members', value: privateKey },
    { key: 'members_session_secret', type: 'members', value: secret(32) },
    { key: 'members_email_auth_secret', type: 'members', value: secret(64) },
    { key: 'default_content_visibility', type: 'members', value: 'public' },
    { key: 'members_subscription_settings', type: 'members', value: JSON.stringify(subscriptionSettings) },
  ];
}
