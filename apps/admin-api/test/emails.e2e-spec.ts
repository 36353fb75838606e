import { createObjectId, type Member, PublishingOutboxEvent } from '@almanac/entities';
import { type MailPayload, openMail } from '@almanac/outbox';
import { memberToken, readLinkSecret } from '@almanac/publishing';
import { addMember, addPost } from '@almanac/testing';
import { type AdminApiUnderTest, ENCRYPTION_KEY, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

let api: AdminApiUnderTest;
let caller: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  caller = api.integration.in('canary');
});
afterAll(() => api.close());
beforeEach(() =>
  api.dataSource.query('truncate publishing.members, publishing.emails, publishing.email_recipients cascade'),
);

const draft = async (fields: object = {}): Promise<{ id: string; updated_at: string }> =>
  (await caller.post('posts/', { posts: [{ title: 'News', ...fields }] })).list('posts')[0] as never;

const addEmail = async (status: string): Promise<string> => {
  const { id: postId } = await addPost(api.dataSource.manager, { status: 'published' });
  const id = createObjectId();
  await api.dataSource.query('insert into publishing.emails (id, post_id, status) values ($1, $2, $3)', [
    id,
    postId,
    status,
  ]);
  return id;
};

describe('publishing a post that goes to the members', () => {
  it('records its mail, once in its life', async () => {
    const { id, updated_at } = await draft({ send_email_when_published: true, email_recipient_filter: 'paid' });
    const published = await caller.put(`posts/${id}/`, { posts: [{ status: 'published', updated_at }] });
    expect(published.list('posts')[0]).toMatchObject({
      email: {
        status: 'pending',
        subject: 'News',
        recipient_filter: 'paid',
        recipients: 0,
        sent: 0,
        failed: 0,
        submitted_at: null,
      },
    });
    const again = async (status: string): Promise<unknown> => {
      const [post] = (await caller.get(`posts/${id}/`)).list('posts') as { updated_at: string }[];
      return caller.put(`posts/${id}/`, { posts: [{ status, updated_at: post?.updated_at }] });
    };
    await again('draft');
    await again('published');
    expect((await caller.get(`emails/?filter=post_id:'${id}'`)).list('emails')).toHaveLength(1);
  });

  it('still shows its mail in the response to an edit that switches the flag off', async () => {
    const { id, updated_at } = await draft({ send_email_when_published: true });
    const published = await caller.put(`posts/${id}/`, { posts: [{ status: 'published', updated_at }] });
    const [post] = published.list('posts') as { updated_at: string }[];
    const edited = await caller.put(`posts/${id}/`, {
      posts: [{ send_email_when_published: false, updated_at: post?.updated_at }],
    });
    expect(edited.list('posts')[0]).toMatchObject({
      send_email_when_published: false,
      email: { status: 'pending', subject: 'News' },
    });
  });

  it('still shows its mail in the response to an edit that makes it a draft without a date', async () => {
    const { id, updated_at } = await draft({ send_email_when_published: true });
    const published = await caller.put(`posts/${id}/`, { posts: [{ status: 'published', updated_at }] });
    const [post] = published.list('posts') as { updated_at: string }[];
    const edited = await caller.put(`posts/${id}/`, {
      posts: [{ status: 'draft', published_at: null, updated_at: post?.updated_at }],
    });
    expect(edited.list('posts')[0]).toMatchObject({
      published_at: null,
      email: { status: 'pending', subject: 'News' },
    });
  });

  it('takes the newsletter and the segment of clients of Ghost 5', async () => {
    const { id, updated_at } = await draft();
    const query = 'newsletter=default-newsletter&email_segment=status:-free';
    const post = await api.integration
      .in('v5')
      .put(`posts/${id}/?${query}`, { posts: [{ status: 'published', updated_at }] });
    expect(post.list('posts')[0]).toMatchObject({
      email_segment: 'status:-free',
      email: { status: 'pending', email_count: 0, recipient_filter: 'status:-free', track_opens: false },
    });
  });

  it('takes the query parameter of clients of Ghost 4, and none sends to no member', async () => {
    const one = await draft();
    const put = (post: typeof one, query: string): Promise<unknown> =>
      caller.put(`posts/${post.id}/?${query}`, { posts: [{ status: 'published', updated_at: post.updated_at }] });
    await put(one, 'email_recipient_filter=free');
    expect((await caller.get('emails/')).list('emails')).toMatchObject([{ recipient_filter: 'free' }]);
    await put(await draft({ send_email_when_published: true }), 'email_recipient_filter=none');
    expect((await caller.get('emails/')).list('emails')).toHaveLength(1);
  });

  it.each([
    ['v3', 'email_recipient_filter='],
    ['v5', 'newsletter=default-newsletter&email_segment='],
  ] as const)('limits the length of the recipient filter in the query of %s', async (version, parameter) => {
    const write = (filter: string): Promise<ApiResponse> =>
      api.integration.in(version).post(`posts/?${parameter}${filter}`, { posts: [{ title: 'News' }] });
    const filter = `label:${'x'.repeat(1994)}`;
    expect((await write(filter)).status).toBe(201);
    const response = await write(`${filter}x`);
    expect([response.status, response.error.property]).toEqual([422, 'email_recipient_filter']);
  });

  it.each(['label:', 'password:secret', '('])('refuses the recipient filter %s', async (filter) => {
    const response = await caller.post('posts/', { posts: [{ title: 'News', email_recipient_filter: filter }] });
    expect(response.status).toBe(422);
    expect(response.text).toContain('recipient filter');
  });
});

describe('the mail of a post', () => {
  it('can be paused, resumed and cancelled, and says why it cannot', async () => {
    const id = await addEmail('submitting');
    const move = async (name: string): Promise<unknown> => {
      const response = await caller.put(`emails/${id}/${name}/`, {});
      return response.status === 200 ? (response.list('emails')[0] as { status: string }).status : response.text;
    };
    expect(await move('pause')).toBe('paused');
    expect(await move('pause')).toBe('paused');
    expect(await move('resume')).toBe('pending');
    expect(await move('retry')).toBe('pending');
    expect(await move('cancel')).toBe('cancelled');
    expect(await move('resume')).toContain('The mail is cancelled and cannot be resumed.');
  });

  it('is retried for temporary failures only', async () => {
    const id = await addEmail('submitted');
    await api.dataSource.query(
      `insert into publishing.email_batches (email_id, number, after_member_id, last_member_id, completed_at) values ($1, 1, '', 'b', now()), ($1, 2, 'b', 'd', now())`,
      [id],
    );
    await api.dataSource.query(
      `insert into publishing.email_recipients (email_id, member_id, status, is_permanent)
       values ($1, 'a', 'failed', false), ($1, 'b', 'failed', true), ($1, 'c', 'sent', false)`,
      [id],
    );
    await api.dataSource.query('update publishing.emails set failed_count = 2 where id = $1', [id]);
    expect((await caller.put(`emails/${id}/retry/`, {})).list('emails')).toMatchObject([
      { status: 'pending', failed: 1 },
    ]);
    const rows = await api.dataSource.query(
      'select member_id, status from publishing.email_recipients where email_id = $1 order by 1',
      [id],
    );
    expect(rows.map(({ status }: { status: string }) => status)).toEqual(['pending', 'failed', 'sent']);
    const open = await api.dataSource.query('select number from publishing.email_batches where completed_at is null');
    expect(open).toEqual([{ number: 1 }]);
  });

  it.each([
    ['retry', 'failed'],
    ['retry', 'submitted'],
    ['resume', 'paused'],
  ])('rejects %s of a %s mail whose recipients are no longer stored', async (operation, status) => {
    const id = await addEmail(status);
    await api.dataSource.query('update publishing.emails set recipient_count = 2, failed_count = 1 where id = $1', [
      id,
    ]);
    const response = await caller.put(`emails/${id}/${operation}/`, {});
    expect([response.status, response.error.context]).toEqual([
      422,
      'The mail is too old to be sent again: its recipients are no longer stored.',
    ]);
    const [row] = await api.dataSource.query('select status from publishing.emails where id = $1', [id]);
    expect(row).toEqual({ status });
  });

  it('lists its recipients, by status and address, in pages', async () => {
    const id = await addEmail('cancelled');
    const members: Member[] = [];
    for (const name of ['ann', 'bob', 'eve'])
      members.push(await addMember(api.dataSource.manager, { email: `${name}@example.com` }));
    await api.dataSource.query(
      `insert into publishing.email_recipients (email_id, member_id, status, error)
       values ($1, $2, 'sent', null), ($1, $3, 'failed', '550 No'), ($1, $4, 'pending', null), ('another', $2, 'sent', null)`,
      [id, ...members.map((member) => member.id)],
    );
    const list = async (query: string): Promise<unknown[]> =>
      (await caller.get(`emails/${id}/recipients/?${query}`)).list('email_recipients');
    expect(await list('filter=status:failed')).toMatchObject([
      { error: '550 No', member: { email: 'bob@example.com' } },
    ]);
    expect(await list('filter=status:cancelled')).toMatchObject([{ member: { email: 'eve@example.com' } }]);
    expect(await list(`filter=email:'ann@example.com'`)).toMatchObject([{ status: 'sent' }]);
    expect(await list('limit=2&page=2')).toHaveLength(1);
    await api.dataSource.query('delete from publishing.members where id = $1', [members[0]?.id]);
    expect((await list('filter=status:sent'))[0]).toMatchObject({ member: null });
  });
});

describe('email_previews/posts/:id/', () => {
  it('shows what free and paying members get', async () => {
    const html = '<p>FREE</p><!--members-only--><p>PAID</p>';
    const { id } = await addPost(api.dataSource.manager, { title: 'Walled', visibility: 'paid', html });
    const preview = async (query: string): Promise<{ html: string; plaintext: string; subject: string }> =>
      (await caller.get(`email_previews/posts/${id}/?${query}`)).list('email_previews')[0] as never;
    const free = await preview('memberSegment=status:free');
    expect(free).toMatchObject({ subject: 'Walled' });
    expect(free.html).toMatch(/FREE[^]*Upgrade to read on/);
    expect(free.html + free.plaintext).not.toContain('PAID');
    expect((await preview('')).html).toContain('PAID');
    expect((await caller.get(`email_previews/posts/${id}/?memberSegment=label:x`)).status).toBe(422);
  });

  it('shows cards for mails, which the post on the site does not have', async () => {
    const email = { type: 'email', version: 1, html: '<p>Hi {first_name, "there"}</p>' };
    const lexical = JSON.stringify({ root: { type: 'root', version: 1, children: [email] } });
    const mobiledoc = JSON.stringify({
      version: '0.3.1',
      atoms: [],
      markups: [],
      cards: [['email', { html: email.html }]],
      sections: [[10, 0]],
    });
    for (const source of [{ lexical }, { mobiledoc }]) {
      const [post] = (
        await api.integration.in('v5').post('posts/?formats=html', { posts: [{ title: 'N', ...source }] })
      ).list('posts') as { id: string; html: string | null }[];
      expect(post?.html ?? '').not.toContain('Hi');
      const [preview] = (await caller.get(`email_previews/posts/${post?.id}/`)).list('email_previews');
      expect(preview).toMatchObject({ html: expect.stringContaining('Hi there') });
      expect(preview).toMatchObject({ plaintext: expect.stringContaining('Hi there') });
    }
  });

  it('shows a card to the readers whom its author has chosen for mails', async () => {
    const card = (html: string, nonMember: boolean, onSite: string, inMails: string) => ({
      ...{ type: 'html', version: 1, html },
      visibility: { web: { nonMember, memberSegment: onSite }, email: { memberSegment: inMails } },
    });
    const [all, paid] = ['status:free,status:-free', 'status:-free'];
    const children = [card('ONMAIL', false, '', all), card('ONSITE', true, all, ''), card('PAID', true, all, paid)];
    const lexical = JSON.stringify({ root: { type: 'root', version: 1, children } });
    const { id, html } = (
      await api.integration.in('v5').post('posts/?formats=html', { posts: [{ title: 'C', lexical }] })
    ).one('posts');
    expect(html).toMatch(/^(?![^]*ONMAIL)[^]*ONSITE[^]*PAID/);
    const preview = async (query: string): Promise<unknown> =>
      (await caller.get(`email_previews/posts/${String(id)}/${query}`)).one('email_previews').plaintext;
    const textOf = (words: string): unknown => expect.stringMatching(new RegExp(`^(?![^]*ONSITE)[^]*${words}`));
    expect(await preview('')).toEqual(textOf('ONMAIL[^]*PAID'));
    expect(await preview('?memberSegment=status:free')).toEqual(textOf('ONMAIL(?![^]*PAID)'));
  });

  it('sends test mails to the addresses of the body, and to no others', async () => {
    const { id } = await addPost(api.dataSource.manager);
    const send = async (body: object): Promise<number> =>
      (await caller.post(`email_previews/posts/${id}/`, body)).status;
    const segments = { memberSegment: 'status:free', member_segment: null };
    expect(await send({ emails: ['one@example.com'], ...segments })).toBe(204);
    const [event] = await api.dataSource.manager.find(PublishingOutboxEvent, { where: { event: 'mail.requested' } });
    const mail = openMail(event?.payload as MailPayload, ENCRYPTION_KEY);
    expect(mail).toEqual({ template: 'post-test', to: 'one@example.com', values: { postId: id, audience: 'free' } });
    for (const emails of [
      [],
      ['no address'],
      ['a@b.io\nBcc: c@d.io'],
      'one@example.com',
      Array(11).fill('a@example.com'),
    ])
      expect(await send({ emails })).toBe(422);
  });

  it('counts only the recipients of test mails that it sends', async () => {
    const limited = await startAdminApi({ environment: { rateLimits: 'on' } });
    const { id } = await addPost(limited.dataSource.manager);
    const emails = (count: number): string[] => Array.from({ length: count }, (_, n) => `reader-${n}@example.com`);
    const send = async (postId: string, count: number): Promise<number> =>
      (await limited.integration.in('canary').post(`email_previews/posts/${postId}/`, { emails: emails(count) }))
        .status;
    for (let sent = 0; sent < 90; sent += 10) expect(await send(id, 10)).toBe(204);
    expect(await send('0123456789abcdef01234567', 10)).toBe(404);
    expect(await send(id, 3)).toBe(204);
    expect(await send(id, 8)).toBe(429);
    expect(await send(id, 7)).toBe(204);
    expect(await send(id, 1)).toBe(429);
    await limited.close();
  });

  it('counts who would get the post', async () => {
    await addMember(api.dataSource.manager, { email: 'free@example.com' });
    await addMember(api.dataSource.manager, { email: 'paid@example.com', isPaid: true });
    await addMember(api.dataSource.manager, { email: 'gone@example.com', subscribed: false });
    const { id } = await addPost(api.dataSource.manager, { html: '<p>All of it</p>' });
    const count = async (query: string): Promise<unknown> => {
      const [recipients] = (await caller.get(`email_previews/posts/${id}/recipients/?${query}`)).list('recipients');
      return (recipients as { count: number }).count;
    };
    expect(await count('')).toBe(2);
    expect(await count('email_recipient_filter=free')).toBe(1);
    expect(await count('visibility=paid')).toBe(1);
    expect(await count('visibility=paid&email_recipient_filter=free')).toBe(0);
  });

  it('lets authors name groups of members only, so that no count shows whether an address is a member', async () => {
    const staff = await api.as('Author');
    const author = staff.in('canary');
    const post = await addPost(api.dataSource.manager, { status: 'draft', authors: [staff.user] });
    const setFilter = async (as: Caller, email_recipient_filter: string): Promise<ApiResponse> => {
      const { id, updated_at } = (await as.get(`posts/${post.id}/`)).list('posts')[0] as {
        id: string;
        updated_at: string;
      };
      return as.put(`posts/${id}/`, { posts: [{ updated_at, email_recipient_filter }] });
    };
    const countBy = (filter: string): Promise<ApiResponse> =>
      author.get(`email_previews/posts/${post.id}/recipients/?email_recipient_filter=${encodeURIComponent(filter)}`);
    for (const [filter, status] of [
      ["email:'free@example.com'", 422],
      ["status:free+name:~'Jane'", 422],
      ['label:vip,status:paid', 200],
      ['none', 200],
    ] as const) {
      expect([filter, (await countBy(filter)).status]).toEqual([filter, status]);
      expect([filter, (await setFilter(author, filter)).status]).toEqual([filter, status]);
    }
    expect((await setFilter(caller, "email:'free@example.com'")).status).toBe(200);
    expect((await setFilter(author, "email:'free@example.com'")).status).toBe(200);
  });
});

describe('unsubscribing', () => {
  const link = async ({ id }: Member): Promise<string> =>
    `/members/unsubscribe/?token=${memberToken('unsubscribe', id, await readLinkSecret(api.dataSource.manager))}`;
  const isSubscribed = async ({ id }: Member): Promise<unknown> => {
    const [row] = await api.dataSource.query('select subscribed from publishing.members where id = $1', [id]);
    return row?.subscribed;
  };

  it('takes one click of a mail program, and a link that is only opened changes nothing', async () => {
    const member = await addMember(api.dataSource.manager);
    const path = await link(member);
    const page = await api.anonymous.get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form method="post"');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(await isSubscribed(member)).toBe(true);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await api.app.inject({
      method: 'POST',
      url: path,
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(posted.statusCode).toBe(200);
    expect(posted.body).toContain('You are unsubscribed');
    expect(await isSubscribed(member)).toBe(false);
  });

  it.each(['multipart/form-data; boundary=x', undefined])('takes a body of the type %s', async (type) => {
    const member = await addMember(api.dataSource.manager);
    const payload =
      type && '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const url = await link(member);
    const posted = await api.app.inject({
      method: 'POST',
      url,
      ...(type && { headers: { 'content-type': type }, payload }),
    });
    expect(posted.statusCode).toBe(200);
    expect(await isSubscribed(member)).toBe(false);
  });

  it('refuses a token of another member or site, and shows no member', async () => {
    const [member, another] = [await addMember(api.dataSource.manager), await addMember(api.dataSource.manager)];
    const forged = (await link(member)).replace(member.id, another.id);
    for (const path of [forged, '/members/unsubscribe/', '/members/unsubscribe/?token=x', `${await link(member)}x`]) {
      for (const method of ['GET', 'POST'] as const) {
        const response = await api.app.inject({ method, url: path });
        expect(response.statusCode).toBe(400);
        expect(response.body).toContain('This link is not complete');
      }
    }
    expect([await isSubscribed(member), await isSubscribed(another)]).toEqual([true, true]);
    await api.dataSource.query('delete from publishing.members where id = $1', [member.id]);
    expect((await api.anonymous.get(await link(member))).status).toBe(200);
  });
});

describe('the page of preferences', () => {
  const secret = (): Promise<string> => readLinkSecret(api.dataSource.manager);
  const pathFor = (token: string): string => `/members/preferences/?token=${token}`;
  const link = async ({ id }: Member): Promise<string> => pathFor(memberToken('preferences', id, await secret()));
  const save = async (path: string, payload: string): Promise<{ statusCode: number; body: string }> =>
    api.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const isSubscribed = async ({ id }: Member): Promise<unknown> => {
    const [row] = await api.dataSource.query('select subscribed from publishing.members where id = $1', [id]);
    return row?.subscribed;
  };

  it('shows and saves what the member gets, without a script or a sign-in', async () => {
    const member = await addMember(api.dataSource.manager);
    const path = await link(member);
    const page = await api.anonymous.get(path);
    expect(page.text).toMatch(/<form method="post"[^]*type="checkbox" name="subscribed" value="true" checked>/);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.text).not.toMatch(/<script|example\.com/);
    const ended = await save(path, '');
    expect(ended.body).toMatch(/Your choice is saved[^]*value="true">/);
    expect(await isSubscribed(member)).toBe(false);
    expect((await save(path, 'subscribed=true')).body).toContain('checked');
    expect(await isSubscribed(member)).toBe(true);
  });

  it('refuses tokens of another purpose, member or site, and of deleted members', async () => {
    const [member, another] = [await addMember(api.dataSource.manager), await addMember(api.dataSource.manager)];
    const unsubscribe = memberToken('unsubscribe', member.id, await secret());
    const forged = (await link(member)).replace(member.id, another.id);
    for (const path of [pathFor(unsubscribe), forged, pathFor(''), pathFor('x'), `${await link(member)}x`]) {
      expect((await api.anonymous.get(path)).status).toBe(400);
      expect(await save(path, '')).toMatchObject({ statusCode: 400 });
    }
    const toUnsubscribe = (await link(member)).replace('preferences', 'unsubscribe');
    expect((await save(toUnsubscribe, 'List-Unsubscribe=One-Click')).statusCode).toBe(400);
    expect([await isSubscribed(member), await isSubscribed(another)]).toEqual([true, true]);
    await api.dataSource.query('delete from publishing.members where id = $1', [member.id]);
    const deleted = await api.anonymous.get(await link(member));
    expect([deleted.status, deleted.text]).toEqual([400, expect.stringContaining('Your account was deleted')]);
    expect((await api.anonymous.get(pathFor('preview'))).text).toContain('This is a preview');
  });

  it('is in the language of the site', async () => {
    const speak = (language: string): Promise<unknown> =>
      api.dataSource.query(`update publishing.settings set value = $1 where key = 'default_locale'`, [language]);
    await speak('de');
    const page = await api.anonymous.get(await link(await addMember(api.dataSource.manager)));
    await speak('en');
    expect(page.text).toMatch(/<html lang="de">[^]*Was Sie per E-Mail erhalten[^]*Speichern/);
  });
});

describe('members/:id/suppression/', () => {
  it('is shown, and can be removed', async () => {
    const { id } = await addMember(api.dataSource.manager);
    await api.dataSource.query('update publishing.members set email_disabled = true, email_failures = 2');
    const suppression = async (): Promise<unknown> =>
      ((await caller.get(`members/${id}/`)).list('members')[0] as { email_suppression: object }).email_suppression;
    expect(await suppression()).toMatchObject({ suppressed: true });
    expect((await caller.get('members/?filter=email_disabled:true')).list('members')).toHaveLength(1);
    expect((await caller.delete(`members/${id}/suppression/`)).status).toBe(204);
    expect(await suppression()).toEqual({ suppressed: false, info: null });
  });
});
