import { site } from '../goldens/content-samples';
import { samples } from '../goldens/samples';
import { v5 } from '.';

const context = { contract: v5, site };
const bothFormats = { formats: ['mobiledoc', 'lexical'] };
const { post } = samples;
const MOBILEDOC = '{"version":"0.3.1","atoms":[],"cards":[],"markups":[],"sections":[[1,"p",[[0,[],0,"Text"]]]]}';
const LEXICAL = '{"root":{"children":[],"type":"root","version":1}}';

describe('a post for staff in v5', () => {
  const mobiledoc = MOBILEDOC;
  const lexical = LEXICAL;

  it('has the fields that Ghost 5 does not have on request only', () => {
    const own = { unpublish_at: null, send_email_when_published: false };
    expect(v5.admin.post(post, context, { include: ['almanac'] })).toMatchObject(own);
    expect(v5.admin.post(post, context, { include: ['almanac'], fields: ['unpublish_at'] })).toEqual({
      unpublish_at: null,
    });
    for (const include of [undefined, [], ['tags', 'count.clicks']])
      for (const name of Object.keys(own)) expect(v5.admin.post(post, context, { include })).not.toHaveProperty(name);
  });

  it('gives its source only, where a request names both formats', () => {
    expect(v5.admin.post({ ...post, mobiledoc, lexical }, context, bothFormats)).toMatchObject({
      mobiledoc: null,
      lexical,
    });
    expect(v5.admin.post({ ...post, mobiledoc, lexical: null }, context, bothFormats)).toMatchObject({
      mobiledoc,
      lexical: null,
    });
  });

  it('gives the format that is derived, where a request names that one', () => {
    const derived = v5.admin.post({ ...post, mobiledoc, lexical: null }, context, { formats: ['lexical'] });
    expect(JSON.parse(String(derived.lexical))).toMatchObject({
      root: { children: [{ children: [{ text: 'Text' }] }] },
    });
    expect(v5.admin.post({ ...post, mobiledoc, lexical }, context, { formats: ['mobiledoc'] })).toMatchObject({
      mobiledoc,
    });
  });

  it('lists the tiers whose members may read it', () => {
    const slugs = (visibility: 'public' | 'paid'): unknown => {
      const { tiers } = v5.admin.post({ ...post, visibility }, context, { include: ['tiers'] });
      return Array.isArray(tiers) && tiers.map((tier) => (tier as { slug: string }).slug);
    };
    expect([slugs('public'), slugs('paid')]).toEqual([['free', 'paid'], ['paid']]);
    expect(v5.admin.post(post, context, { include: ['tags'] })).not.toHaveProperty('tiers');
  });

  it('counts nothing, and only on request', () => {
    const count = { clicks: 0, positive_feedback: 0, negative_feedback: 0 };
    expect(v5.admin.post(post, context, { include: ['count.clicks'] })).toMatchObject({ count });
    expect(v5.admin.post(post, context, { include: ['tags'] })).not.toHaveProperty('count');
  });

  it('has the URL of its mail where it is by e-mail only', () => {
    expect(v5.admin.post({ ...post, emailOnly: true }, context).url).toBe(`${site.url}/email/${post.uuid}/`);
    expect(v5.admin.post({ ...post, emailOnly: true, status: 'draft' }, context).url).toBe(
      `${site.url}/p/${post.uuid}/`,
    );
  });
});

describe('a page for staff in v5', () => {
  it('has no fields of mail, and says on request whether its title is shown', () => {
    const entity = { ...samples.page, showTitleAndFeatureImage: false };
    expect(v5.admin.page(entity, context, { include: ['tags'] })).not.toHaveProperty('show_title_and_feature_image');
    const page = v5.admin.page(entity, context, { include: ['almanac'] });
    for (const name of ['email', 'email_only', 'email_segment', 'email_subject', 'newsletter'])
      expect(page).not.toHaveProperty(name);
    expect(page.show_title_and_feature_image).toBe(false);
  });
});
