import { BadRequestError, ValidationError } from '@almanac/errors';
import { BLANK_LEXICAL } from '@almanac/rendering';
import { contracts } from '../contracts';
import { site, tag } from '../goldens/content-samples';
import { samples } from '../goldens/samples';
import { apiVersions } from '../versions';

function refusalOf(read: () => unknown): ValidationError {
  try {
    read();
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('The body was accepted.');
}

const { inputReaders } = contracts.canary;

describe.each(apiVersions)('a post sent to %s', (version) => {
  const { addPost, editPost, addPage, editPage } = contracts[version].inputReaders;
  /** What v5 adds to a post without a document. */
  const document = version === 'v5' ? { lexical: BLANK_LEXICAL } : {};
  const unknown = (name: string): object => ({
    keyword: 'additionalProperties',
    dataPath: '.posts[0]',
    schemaPath: '#/additionalProperties',
    params: { additionalProperty: name },
    message: 'should NOT have additional properties',
  });

  it('is converted to the names and types of canary', () => {
    const body = {
      posts: [
        {
          title: 'T',
          feature_image: '/a.png',
          published_at: '2019-06-01T10:00:00.789+02:00',
          og_title: null,
          tags: ['News', { id: 'x', slug: 'y', name: 'Z' }],
          authors: ['a@b.example', { slug: 'ada' }],
        },
      ],
    };
    expect(addPost(body)).toEqual({
      ...document,
      title: 'T',
      featureImage: '/a.png',
      publishedAt: new Date('2019-06-01T08:00:00.000Z'),
      ogTitle: null,
      tags: [{ name: 'News' }, { id: 'x', slug: 'y', name: 'Z' }],
      authors: [{ email: 'a@b.example' }, { slug: 'ada' }],
    });
  });

  it('is rejected with an error for every unknown property', () => {
    const refusal = refusalOf(() => addPost({ posts: [{ title: 'T', bogus: 1, type: 'page' }] }));
    expect(refusal).toMatchObject({ message: "Validation failed for 'posts[0]'", property: 'posts[0]' });
    expect(refusal.details).toEqual([unknown('bogus'), unknown('type')]);
  });

  it('may have every key of a response, without effect', () => {
    const { admin } = contracts[version];
    const context = { contract: contracts[version], site };
    const read = admin.post(samples.post, context, { formats: ['mobiledoc', 'lexical', 'html', 'plaintext'] });
    const input = editPost(JSON.parse(JSON.stringify({ posts: [read] })));
    expect(input).toMatchObject({ title: 'A post', status: 'published', updatedAt: new Date('2026-03-02T11:30:00Z') });
    for (const name of ['uuid', 'commentId', 'url', 'id', 'readingTime', 'email'])
      expect(input).not.toHaveProperty(name);
    const page = admin.page(samples.page, context);
    expect(editPage(JSON.parse(JSON.stringify({ pages: [page] })))).toMatchObject({ title: 'A page' });
  });

  it('is rejected when its mobiledoc is not JSON, in the form of other errors', () => {
    const refusal = refusalOf(() => addPost({ posts: [{ title: 'T', mobiledoc: '{nope' }] }));
    expect(refusal).toMatchObject({ message: "Validation failed for 'mobiledoc'", property: 'mobiledoc' });
    expect(refusal.details).toEqual([
      {
        keyword: 'format',
        dataPath: '.posts[0].mobiledoc',
        schemaPath: '#/properties/mobiledoc/format',
        params: { format: 'json-string' },
        message: 'should match format "json-string"',
      },
    ]);
  });

  it('is rejected with the name of the root key when the body has another one', () => {
    const refusal = refusalOf(() => addPost({ post: [{ title: 'T' }] }));
    expect(refusal.message).toBe("Validation failed for 'posts'");
    expect(refusal.details).toMatchObject([
      { keyword: 'additionalProperties', dataPath: '', params: { additionalProperty: 'post' } },
      { keyword: 'required', dataPath: '', schemaPath: '#/required', params: { missingProperty: 'posts' } },
    ]);
  });

  it('must be the only one, and must have updated_at', () => {
    const refusal = refusalOf(() => editPost({ posts: [{ updated_at: '2019-01-01T00:00:00.000Z' }, {}] }));
    expect(refusal.details).toMatchObject([
      { keyword: 'maxItems', schemaPath: '#/properties/posts/maxItems', params: { limit: 1 } },
      { keyword: 'required', dataPath: '.posts[1]', schemaPath: '#/properties/posts/items/required' },
    ]);
    expect(refusalOf(() => editPost({ posts: [{ updated_at: null }] })).property).toBe('updated_at');
  });

  it.each([
    ['status', 'live', ['enum']],
    ['status', null, ['type', 'enum']],
    ['visibility', null, ['enum']],
    ['featured', 'true', ['type']],
    ['title', 5, ['type']],
    ['custom_excerpt', 'c'.repeat(301), ['maxLength']],
    ['published_at', '2019-02-45T00:00:00.000Z', ['format']],
    ['published_at', '2026-02-31T10:00:00.000Z', ['format']],
    ['published_at', '2026-02-29T10:00:00+02:00', ['format']],
    ['mobiledoc', {}, ['type']],
  ])('is rejected with %s set to %p', (name, value, keywords) => {
    const refusal = refusalOf(() => addPost({ posts: [{ title: 'T', [name]: value }] }));
    expect(refusal.property).toBe(name);
    expect(refusal.details).toMatchObject(
      keywords.map((keyword) => ({ keyword, schemaPath: `#/properties/${name}/${keyword}` })),
    );
  });

  it('needs updated_at for a change, but not when it is new', () => {
    expect(addPost({ posts: [{ title: 'T', updated_at: null }] })).toEqual({ ...document, title: 'T' });
    expect(refusalOf(() => editPost({ posts: [{ updated_at: null }] })).details).toMatchObject([
      { keyword: 'type', schemaPath: '#/properties/updated_at/type', params: { type: 'string' } },
    ]);
  });

  it('is rejected with an empty tag', () => {
    expect(refusalOf(() => addPost({ posts: [{ title: 'T', tags: [{}] }] })).details).toMatchObject([
      { schemaPath: '#/definitions/post-tags/items/anyOf/0/anyOf/0/required', params: { missingProperty: 'id' } },
      { params: { missingProperty: 'name' } },
      { params: { missingProperty: 'slug' } },
      { keyword: 'anyOf', schemaPath: '#/definitions/post-tags/items/anyOf/0/anyOf' },
      { keyword: 'type', params: { type: 'string' } },
      { keyword: 'anyOf', schemaPath: '#/definitions/post-tags/items/anyOf' },
    ]);
    expect(refusalOf(() => addPost({ posts: [{ title: 'T', tags: [{}] }] })).property).toBe('tags[0]');
    expect(refusalOf(() => addPost({ posts: [{ title: 'T', authors: [{ name: 'Ada' }] }] })).property).toBe(
      'authors[0]',
    );
  });

  it('is a bad request as a page without the root key', () => {
    expect(() => addPage({ posts: [{ title: 'T' }] })).toThrow(new BadRequestError("No root key ('pages') provided."));
    expect(() => addPage({ pages: [{}] })).toThrow(BadRequestError);
    expect(refusalOf(() => addPage({ pages: [{ bogus: 1 }] })).details).toHaveLength(2);
  });
});

describe('a field that came after v2', () => {
  const body = { posts: [{ title: 'T', send_email_when_published: true, email_subject: 'S', unpublish_at: null }] };

  it('is accepted by v3 and canary', () => {
    const expected = { title: 'T', sendEmailWhenPublished: true, emailSubject: 'S', unpublishAt: null };
    expect(contracts.v3.inputReaders.addPost(structuredClone(body))).toEqual(expected);
    expect(contracts.canary.inputReaders.addPost(structuredClone(body))).toEqual(expected);
  });

  it('is unknown to v2', () => {
    expect(refusalOf(() => contracts.v2.inputReaders.addPost(structuredClone(body))).details).toMatchObject([
      { params: { additionalProperty: 'send_email_when_published' } },
      { params: { additionalProperty: 'email_subject' } },
      { params: { additionalProperty: 'unpublish_at' } },
    ]);
  });
});

describe('a tag', () => {
  it('is checked by its own definition, which errors name', () => {
    const refusal = refusalOf(() => inputReaders.addTag({ tags: [{ name: ',x' }] }));
    expect(refusal.details).toEqual([
      {
        keyword: 'pattern',
        dataPath: '.tags[0].name',
        schemaPath: 'tags#/definitions/tag/properties/name/pattern',
        params: { pattern: '^([^,]|$)' },
        message: 'should match pattern "^([^,]|$)"',
      },
    ]);
  });

  it('can be sent back as it was read', () => {
    const read = contracts.v3.admin.tag({ ...tag, count: { posts: 1 } }, { contract: contracts.v3, site });
    expect(inputReaders.editTag({ tags: [read] })).toEqual({
      name: 'News',
      slug: 'news',
      description: 'What is new',
      featureImage: 'https://almanac.example/content/images/news.png',
      visibility: 'public',
      metaTitle: null,
      metaDescription: null,
    });
  });
});

describe('a member', () => {
  it('needs an e-mail address and the root key', () => {
    expect(() => inputReaders.addMember({})).toThrow(new BadRequestError("No root key ('members') provided."));
    expect(() => inputReaders.addMember({ members: [{ name: 'x' }] })).toThrow(
      new ValidationError('Validation (FieldIsRequired) failed for ["email"]'),
    );
    expect(() => inputReaders.addMember({ members: [{ email: null }] })).toThrow(
      new ValidationError('Validation (FieldIsInvalid) failed for ["email"]'),
    );
  });

  it('may have no name and no note', () => {
    const none = { name: null, note: null };
    expect(inputReaders.editMember({ members: [none] })).toEqual(none);
    expect(inputReaders.addMember({ members: [{ email: 'a@b.example', ...none }] })).toMatchObject(none);
    expect(
      refusalOf(() => inputReaders.addMember({ members: [{ email: 'a@b.example', name: 1 }] })).details,
    ).toMatchObject([{ schemaPath: 'members#/definitions/member/properties/name/type' }]);
  });

  it('can be sent back as it was read', () => {
    const read = contracts.v3.admin.member(samples.member, { contract: contracts.v3, site });
    expect(inputReaders.editMember({ members: [read] }, samples.member.id)).toEqual({
      email: 'reader@almanac.example',
      name: 'Reader',
      note: null,
    });
  });

  it('is not edited under another id than its own', () => {
    expect(() => inputReaders.editMember({ members: [{ id: 'b', name: 'x' }] }, 'a')).toThrow(
      new BadRequestError('Invalid id provided.'),
    );
  });
});

describe('settings', () => {
  it('are stored as text, without the group in the body', () => {
    const list = [
      { key: 'type', value: 'blog' },
      { key: 'navigation', value: [{ label: 'Home', url: '/' }] },
      { key: 'amp', value: true },
      { value: 'x' },
    ];
    expect(inputReaders.editSettings({ settings: list })).toEqual([
      { key: 'navigation', value: '[{"label":"Home","url":"/"}]' },
      { key: 'amp', value: true },
      { key: '', value: 'x' },
    ]);
  });
});

describe('a change of many posts', () => {
  const bulk = (action: unknown, meta: object = {}): unknown => inputReaders.bulkPosts({ bulk: { action, meta } });

  it('is scheduled for an instant with an offset', () => {
    expect(bulk('schedule', { published_at: '2027-01-01T09:00:00+01:00' })).toEqual({
      action: 'schedule',
      publishedAt: new Date('2027-01-01T08:00:00Z'),
    });
    for (const published_at of ['2027-01-01T09:00:00', '2027-01-01 09:00', '2027', '2027-02-31T09:00:00Z'])
      expect(refusalOf(() => bulk('schedule', { published_at })).property).toBe('published_at');
    for (const meta of [{}, { published_at: null }])
      expect(refusalOf(() => bulk('schedule', meta)).message).toContain(
        '"meta.published_at" of the bulk action is missing',
      );
  });

  it('is rejected with the wrong value as the client sent it', () => {
    expect(refusalOf(() => bulk(undefined)).help).toMatch(/, not nothing\.$/);
    expect(refusalOf(() => bulk('access', { visibility: ['all'] })).help).toMatch(/, not "\[\\"all\\"\]"\.$/);
  });
});

describe('users, invites, integrations and webhooks', () => {
  it('ignore unknown keys', () => {
    expect(inputReaders.editUser({ users: [{ bogus: 1, bio: null, roles: ['Author', { id: 'r' }] }] })).toEqual({
      bio: null,
      roles: [{ name: 'Author' }, { id: 'r' }],
    });
    expect(inputReaders.addIntegration({ integrations: [{ name: 'I', type: 'internal', webhooks: [] }] })).toEqual({
      name: 'I',
    });
  });

  it('name missing required fields', () => {
    expect(() => inputReaders.addInvite({ invites: [{ status: 'x' }] })).toThrow('failed for ["email","role_id"]');
    expect(() => inputReaders.addWebhook({ webhooks: [{ event: 'post.added' }] })).toThrow('failed for ["target_url"]');
  });
});

describe('an image', () => {
  it('has one of three purposes', () => {
    expect(inputReaders.uploadImage({})).toEqual({ purpose: 'image', ref: null });
    expect(refusalOf(() => inputReaders.uploadImage({ purpose: 'bogus' })).details).toMatchObject([
      { dataPath: '.purpose', schemaPath: 'images#/definitions/image/properties/purpose/enum' },
    ]);
    expect(refusalOf(() => inputReaders.uploadImage({ foo: 'bar' })).message).toBe("Validation failed for 'images'");
  });
});
