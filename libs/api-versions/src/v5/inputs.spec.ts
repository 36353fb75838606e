import { ValidationError } from '@almanac/errors';
import { FREE_TIER_ID, PAID_TIER_ID } from '@almanac/resource-fields';
import { site } from '../goldens/content-samples';
import { samples } from '../goldens/samples';
import { v5 } from '.';

const { inputReaders, behaviour } = v5;
const UPDATED_AT = '2026-03-02T11:30:00.000Z';
const edit = (fields: object): object => inputReaders.editPost({ posts: [{ updated_at: UPDATED_AT, ...fields }] });

function refusalOf(read: () => unknown): ValidationError {
  try {
    read();
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('The body was accepted.');
}

describe('a post sent to v5', () => {
  it('may have the fields that came with Ghost 4 and 5', () => {
    const sent = { feature_image_alt: 'A lighthouse', feature_image_caption: null, email_only: true, lexical: '{}' };
    expect(edit({ ...sent, show_title_and_feature_image: false })).toMatchObject({
      featureImageAlt: 'A lighthouse',
      featureImageCaption: null,
      emailOnly: true,
      lexical: '{}',
      showTitleAndFeatureImage: false,
    });
  });

  it('can be sent back as it was read', () => {
    const context = { contract: v5, site };
    const formats = ['mobiledoc', 'lexical', 'html', 'plaintext'];
    const post = { ...samples.post, lexical: null };
    expect(edit(v5.admin.post(post, context, { formats }))).toMatchObject({ title: 'A post', status: 'published' });
    const page = v5.admin.page({ ...samples.page, lexical: null }, context, { formats });
    expect(inputReaders.editPage({ pages: [page] })).toMatchObject({ title: 'A page', visibility: 'members' });
  });

  it('is for paying members where Ghost 5 names tiers or a part of the members', () => {
    for (const visibility of ['tiers', 'filter', 'product:gold', 'label:vip+status:-free'])
      expect(edit({ visibility, tiers: [{ slug: 'gold' }] })).toMatchObject({ visibility: 'paid' });
    for (const visibility of ['public', 'members', 'paid']) expect(edit({ visibility })).toMatchObject({ visibility });
    expect(refusalOf(() => edit({ visibility: 'bogus' })).property).toBe('visibility');
  });

  it('is by e-mail only with the status sent', () => {
    expect(edit({ status: 'sent' })).toMatchObject({ status: 'published', emailOnly: true });
    expect(edit({ status: 'published' })).not.toHaveProperty('emailOnly');
  });

  it('is not by e-mail only as a page, because pages are not mailed', () => {
    for (const fields of [{ email_only: true }, { status: 'sent' }]) {
      const page = { title: 'About', updated_at: UPDATED_AT, ...fields };
      for (const read of [inputReaders.addPage, inputReaders.editPage])
        expect(refusalOf(() => read({ pages: [{ ...page }] })).property).toBe('email_only');
    }
    expect(inputReaders.addPage({ pages: [{ title: 'About', email_only: false }] })).toMatchObject({
      emailOnly: false,
    });
  });

  it('is rejected with a value that would be lost', () => {
    expect(refusalOf(() => edit({ frontmatter: 'layout: x' })).message).toBe(
      'Almanac does not store the frontmatter of a post.',
    );
    expect(refusalOf(() => edit({ collections: ['x'] })).property).toBe('collections');
    expect(edit({ frontmatter: null, collections: [] })).not.toHaveProperty('frontmatter');
    expect(refusalOf(() => edit({ bogus: 1 })).details).toMatchObject([{ params: { additionalProperty: 'bogus' } }]);
  });
});

describe('the query of a write in v5', () => {
  it('names the newsletter that sends the post', () => {
    expect(behaviour.mailSettingsInQuery({ newsletter: 'weekly', email_segment: 'all' })).toEqual({
      sendEmailWhenPublished: true,
      emailRecipientFilter: 'all',
    });
    expect(behaviour.mailSettingsInQuery({ newsletter: '' })).toEqual({});
    expect(behaviour.mailSettingsInQuery({})).toEqual({});
  });

  it('names the members who get it', () => {
    const named = behaviour.mailSettingsInQuery({ newsletter: 'weekly', email_segment: 'status:free' });
    expect(named).toEqual({ sendEmailWhenPublished: true, emailRecipientFilter: 'status:free' });
    // Without a newsletter nothing is sent.
    expect(behaviour.mailSettingsInQuery({ email_segment: 'status:free' })).toEqual({});
  });

  it('may have the parameters of Ghost 4 instead of a newsletter', () => {
    expect(behaviour.mailSettingsInQuery({ email_recipient_filter: 'status:free' })).toEqual({
      sendEmailWhenPublished: true,
      emailRecipientFilter: 'status:free',
    });
    expect(behaviour.mailSettingsInQuery({ send_email_when_published: 'true' })).toEqual({
      sendEmailWhenPublished: true,
    });
    expect(behaviour.mailSettingsInQuery({ newsletter: 'weekly', email_recipient_filter: 'none' })).toEqual({
      sendEmailWhenPublished: true,
    });
  });
});

describe('a member sent to v5', () => {
  const editTiers = (...tiers: unknown[]): object => inputReaders.editMember({ members: [{ tiers }] });

  it('names tiers by id, slug or name', () => {
    for (const tier of ['Free', 'free', { name: 'Free' }, { slug: 'free' }, { id: FREE_TIER_ID }])
      expect(editTiers(tier)).toEqual({ hasPaidTier: false });
    for (const tier of ['Paid', 'paid', { name: 'Paid' }, { slug: 'paid' }, { id: PAID_TIER_ID }])
      expect(editTiers('free', tier)).toEqual({ hasPaidTier: true });
    expect(refusalOf(() => editTiers('paid', 'gold')).message).toBe('There is no tier "gold".');
  });

  it('has no tier that ends, because the end would be lost', () => {
    expect(editTiers({ id: PAID_TIER_ID, expiry_at: null })).toEqual({ hasPaidTier: true });
    const refusal = refusalOf(() => editTiers({ id: PAID_TIER_ID, expiry_at: '2027-01-01T00:00:00.000Z' }));
    expect(refusal.message).toBe('Almanac does not store the expiry_at of a tier.');
  });
});

describe('a user, a webhook and settings sent to v5', () => {
  it('cannot switch on a notification that is not sent', () => {
    expect(() => inputReaders.editUser({ users: [{ mention_notifications: true }] })).toThrow(
      'Almanac does not send mention notifications.',
    );
    expect(inputReaders.editUser({ users: [{ mention_notifications: false, bio: 'x' }] })).toEqual({ bio: 'x' });
  });

  it('name versions as Ghost does', () => {
    const webhook = { event: 'post.added', target_url: 'https://receiver.example' };
    const versionOf = (api_version?: string): unknown =>
      inputReaders.addWebhook({ webhooks: [{ ...webhook, api_version }] }).apiVersion;
    expect(['v4', 'v5.130', 'v6.0', undefined, 'v3', 'canary', 'v9'].map(versionOf)).toEqual([
      'v5',
      'v5',
      'v5',
      'v5',
      'v3',
      'canary',
      'v9',
    ]);
    expect(inputReaders.editWebhook({ webhooks: [{ name: 'x' }] })).toEqual({ name: 'x' });
  });

  it('name versions as Ghost does, also for the webhooks of a new integration', () => {
    const webhook = { event: 'post.added', target_url: 'https://receiver.example' };
    const webhooks = [webhook, { ...webhook, api_version: 'v6.0' }, { ...webhook, api_version: 'v3' }];
    expect(inputReaders.addIntegration({ integrations: [{ name: 'Robot', webhooks }] })).toMatchObject({
      name: 'Robot',
      webhooks: [{ apiVersion: 'v5' }, { apiVersion: 'v5' }, { apiVersion: 'v3' }],
    });
    expect(inputReaders.addIntegration({ integrations: [{ name: 'Robot' }] })).toEqual({ name: 'Robot' });
  });

  it('have the names of Ghost 5, and cannot change settings that follow from others', () => {
    expect(inputReaders.editSettings({ settings: [{ key: 'timezone', value: 'Europe/Paris' }] })).toEqual([
      { key: 'active_timezone', value: 'Europe/Paris' },
    ]);
    expect(() => inputReaders.editSettings({ settings: [{ key: 'portal_button', value: true }] })).toThrow(
      'The setting portal_button cannot be changed.',
    );
    expect(['locale', 'title'].map(inputReaders.settingKey)).toEqual(['default_locale', 'title']);
  });
});
