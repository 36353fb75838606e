import {
  Action,
  Invite,
  PasswordResetToken,
  PublishingOutboxEvent,
  Role,
  type RoleName,
  User,
} from '@almanac/entities';
import { addUser } from '@almanac/testing';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';
import { mailsOf, tokenMailed } from './mailed-token';

const anId = /^[\da-f]{24}$/;

describe('setup', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({ isSetUp: false });
  });
  afterAll(() => api.close());

  const owner = { name: 'Ada Owner', email: 'ada@example.com', password: 'Sup3rS3cret!42', blogTitle: 'Ada writes' };
  const setUp = (input: object): Promise<ApiResponse> =>
    api.anonymous.post('authentication/setup/', { setup: [input] });

  it('is not done at first', async () => {
    expect((await api.anonymous.get('authentication/setup/')).body).toEqual({ setup: [{ status: false }] });
  });

  it.each([{}, { name: 'x' }, { ...owner, email: undefined }, { ...owner, password: '' }])(
    'requires name, e-mail and password (D20): %j',
    async (input) => {
      const response = await setUp(input);
      expect([response.status, response.error.type]).toEqual([422, 'ValidationError']);
    },
  );

  it.each([
    ['short', 'Your password must be at least 10 characters long.'],
    ['1234567890', 'Sorry, you cannot use an insecure password.'],
    ['my-password-1', 'Sorry, you cannot use an insecure password.'],
    ['ada@example.com', 'Sorry, you cannot use an insecure password.'],
    ['aaaaaaaaaaaa', 'Sorry, you cannot use an insecure password.'],
    ['x1'.repeat(40), 'Your password must be at most 72 bytes long.'],
  ])('rejects the password %s', async (weak, message) => {
    expect((await setUp({ ...owner, password: weak })).error).toMatchObject({ message, type: 'ValidationError' });
  });

  it('rejects a title that the settings reject', async () => {
    const response = await setUp({ ...owner, blogTitle: 'x'.repeat(151) });
    expect(response.status).toBe(422);
    expect(response.error.message).toBe('Value in [settings.title] exceeds maximum length of 150 characters.');
  });

  it('creates one owner for ten concurrent requests, and sets the title of the site', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => setUp(owner)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 403)]);
    const created = responses.find(({ status }) => status === 201);
    expect(created?.headers['x-cache-invalidate']).toBe('/*');
    expect(created?.one('users')).toMatchObject({ id: '1', name: 'Ada Owner', slug: 'ada-owner', status: 'active' });
    expect((await api.anonymous.get('site/')).body).toMatchObject({ site: { title: 'Ada writes' } });
    expect((await api.anonymous.get('authentication/setup/')).body).toEqual({ setup: [{ status: true }] });
  });

  it('works once', async () => {
    const response = await setUp({});
    expect(response.status).toBe(403);
    expect(response.error).toMatchObject({ message: 'Setup has already been completed.', context: null });
  });

  it('lets the owner change name, e-mail address and title', async () => {
    const ada = await api.signIn('1');
    const input = { name: 'Ada Lovelace', email: 'ada@example.org', blogTitle: 'Notes' };
    const response = await ada.put('authentication/setup/', { setup: [input] });
    expect([response.status, response.one('users').email]).toEqual([200, 'ada@example.org']);
    expect(response.headers['x-cache-invalidate']).toBe('/*');
    const [newest] = (await ada.get('actions/?limit=1')).list('actions');
    expect(newest).toMatchObject({ resource_type: 'user', resource_id: '1', actor_id: '1', event: 'edited' });
  });

  it('changes and records nothing if the owner sends the stored values, and only the title if only this differs', async () => {
    const ada = await api.signIn('1');
    const { manager } = api.dataSource;
    const recorded = async (): Promise<number[]> => [
      await manager.count(Action),
      await manager.countBy(PublishingOutboxEvent, { event: 'site.changed' }),
    ];
    const edit = async (blogTitle: string): Promise<ApiResponse> => {
      const { name, email } = await manager.findOneByOrFail(User, { id: '1' });
      return ada.put('authentication/setup/', { setup: [{ name, email, blogTitle }] });
    };
    await edit('Stored');
    const before = await manager.findOneByOrFail(User, { id: '1' });
    const [actions = 0, events = 0] = await recorded();
    const same = await edit('Stored');
    expect([same.status, same.headers['x-cache-invalidate']]).toEqual([200, undefined]);
    expect(await recorded()).toEqual([actions, events]);
    expect((await edit('Other')).headers['x-cache-invalidate']).toBe('/*');
    expect(await recorded()).toEqual([actions, events + 1]);
    expect(await manager.findOneByOrFail(User, { id: '1' })).toEqual(before);
  });
});

describe('invitations', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const roleId = async (name: RoleName): Promise<string> =>
    (await api.dataSource.manager.findOneByOrFail(Role, { name })).id;
  const invite = async (email: string, role: RoleName = 'Author', caller: Caller = api.owner): Promise<ApiResponse> =>
    caller.post('invites/', { invites: [{ email, role_id: await roleId(role) }] });
  const accept = (input: object): Promise<ApiResponse> =>
    api.anonymous.post('authentication/invitation/', { invitation: [input] });
  const setRole = (id: string, role: RoleName): Promise<ApiResponse> =>
    api.owner.put(`users/${id}/`, { users: [{ roles: [role] }] });
  const person = { name: 'New Person', password: 'Sup3rS3cret!42' };

  it('are mailed, and listed without their token', async () => {
    const response = await invite('shown@example.com');
    expect(response.status).toBe(201);
    expect(response.one('invites')).toEqual({
      id: expect.stringMatching(anId),
      role_id: await roleId('Author'),
      status: 'sent',
      email: 'shown@example.com',
      expires: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const mail = (await mailsOf(api)).find(({ to }) => to === 'shown@example.com');
    expect(mail).toMatchObject({ template: 'staff-invitation', values: { invitedBy: 'Owner', siteUrl: SITE_URL } });
  });

  it('link to a screen of the Console, at ADMIN_URL, with the token where no server sees it', async () => {
    const linkMailed = async (of: AdminApiUnderTest): Promise<string> => {
      await of.anonymous.post('authentication/passwordreset/', { passwordreset: [{ email: 'owner@example.com' }] });
      return String(Object((await mailsOf(of)).at(-1)?.values).url);
    };
    const link = await linkMailed(api);
    expect(link).toMatch(new RegExp(`^${SITE_URL}/console/reset#[\\w-]{40,}$`));
    const page = await api.anonymous.get(link.replace(SITE_URL, '').replace(/#.*/, ''));
    // 503: the Console is not built.
    expect([200, 503]).toContain(page.status);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const other = await startAdminApi({ environment: { adminUrl: 'https://editor.example/app' } });
    expect(await linkMailed(other)).toMatch('https://editor.example/app/console/reset#');
    await other.close();
  });

  it('are stored without the token that accepts them', async () => {
    await invite('digest@example.com');
    const token = await tokenMailed(api, 'staff-invitation', 'digest@example.com');
    const tables = ['invites', 'outbox'].map(
      (table) => `select row_to_json(t)::text as row from publishing.${table} t`,
    );
    const rows = await api.dataSource.query<{ row: string }[]>(tables.join(' union all '));
    expect(token).toMatch(/^[\w-]{60,}$/);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  it('can be listed, read and deleted', async () => {
    const { id } = (await invite('back@example.com')).one('invites');
    expect((await api.owner.get(`invites/${id}/`)).one('invites').email).toBe('back@example.com');
    expect((await api.owner.get('invites/?limit=all')).list('invites').map((one) => one.id)).toContain(id);
    expect((await api.owner.delete(`invites/${id}/`)).status).toBe(204);
    const again = await api.owner.delete(`invites/${id}/`);
    expect([again.status, again.error.context]).toEqual([404, 'Invite not found.']);
  });

  it('replace an earlier invitation to the same address', async () => {
    await invite('twice@example.com');
    const first = await tokenMailed(api, 'staff-invitation', 'twice@example.com');
    await invite('TWICE@example.com', 'Editor');
    expect((await accept({ ...person, email: 'twice@example.com', token: first })).status).toBe(404);
    expect(await api.dataSource.manager.countBy(Invite, { tokenDigest: first })).toBe(0);
  });

  it.each([
    [{ email: 'x@example.com' }, 422, 'Validation (FieldIsRequired) failed for ["role_id"]'],
    [{ role_id: '0'.repeat(24) }, 422, 'Validation (FieldIsRequired) failed for ["email"]'],
    [{ email: 'x@example.com', role_id: '0'.repeat(24) }, 404, 'Role not found'],
    [{ email: { toString: 1 }, role_id: { toString: 1 } }, 404, 'Role not found'],
  ])('are rejected with %j', async (input, status, context) => {
    const response = await api.owner.post('invites/', { invites: [input] });
    expect([response.status, response.error.context]).toEqual([status, context]);
  });

  it('are rejected for a malformed address, and for the address of a user', async () => {
    expect((await invite('zzz')).error).toMatchObject({
      message: 'Validation error, cannot save invite.',
      context: 'Validation (isEmail) failed for email invites.email',
    });
    expect((await invite('OWNER@example.com')).error.context).toBe('User is already registered.');
  });

  it('cannot grant a role that the inviting user may not assign', async () => {
    expect((await invite('heir@example.com', 'Owner')).status).toBe(403);
    const editor = await api.as('Editor');
    expect((await invite('boss@example.com', 'Administrator', editor)).status).toBe(403);
    expect((await invite('junior@example.com', 'Contributor', editor)).status).toBe(201);
  });

  it('are not revealed by the check of an address', async () => {
    await invite('invited@example.com');
    const { id } = (await invite('expired@example.com')).one('invites');
    await api.dataSource.manager.update(Invite, { id: String(id) }, { expiresAt: new Date(Date.now() - 1000) });
    const check = (query: string): Promise<ApiResponse> => api.anonymous.get(`authentication/invitation/${query}`);
    for (const who of ['invited', 'expired', 'other', 'owner']) {
      expect((await check(`?email=${who}@example.com`)).body).toEqual({ invitation: [{ valid: true }] });
    }
    const none = await check('');
    expect([none.status, none.error.message]).toEqual([400, 'The server did not receive a valid email']);
  });

  it('create a user with the role of the invitation', async () => {
    await invite('new@example.com', 'Contributor');
    const token = await tokenMailed(api, 'staff-invitation', 'new@example.com');
    const response = await accept({ ...person, email: 'new@example.com', token });
    expect(response.body).toEqual({ invitation: [{ message: 'Invitation accepted.' }] });
    expect(response.headers['x-cache-invalidate']).toBeUndefined();
    const user = (await api.owner.get('users/email/new@example.com/?include=roles')).one('users');
    expect(user).toMatchObject({ name: 'New Person', roles: [{ name: 'Contributor' }] });
    const signedIn = await api.anonymous
      .with({ origin: SITE_URL })
      .post('session/', { username: 'new@example.com', password: person.password });
    expect(signedIn.status).toBe(201);
  });

  it('can only be accepted with the address they were sent to, which their token contains', async () => {
    await invite('Bound@example.com', 'Administrator');
    const token = await tokenMailed(api, 'staff-invitation', 'Bound@example.com');
    const [expiry, address] = Buffer.from(token, 'base64url').toString().split('|');
    expect([Number(expiry) > Date.now(), address]).toEqual([true, 'Bound@example.com']);
    for (const email of ['other@example.com', 'bound@example.com.evil.example', 'Bound@example.com\n']) {
      const response = await accept({ ...person, email, token });
      expect([response.status, response.error.message]).toEqual([404, 'Invite not found.']);
    }
    expect((await accept({ ...person, email: 'bound@EXAMPLE.com', token })).status).toBe(200);
    expect((await api.owner.get('users/email/Bound@example.com/')).one('users').email).toBe('Bound@example.com');
  });

  it('are rejected when the address in the token was changed', async () => {
    await invite('mine@example.com', 'Administrator');
    const token = await tokenMailed(api, 'staff-invitation', 'mine@example.com');
    const changed = Buffer.from(token, 'base64url').toString().replace('mine@', 'evil@');
    const email = 'evil@example.com';
    expect((await accept({ ...person, email, token: Buffer.from(changed).toString('base64url') })).status).toBe(404);
  });

  it('are rejected when the token is unknown or expired', async () => {
    const bad = await accept({ ...person, email: 'q@q.io', token: 'bad' });
    expect([bad.status, bad.error.message, bad.error.context]).toEqual([404, 'Invite not found.', null]);
    const { id } = (await invite('late@example.com')).one('invites');
    await api.dataSource.manager.update(Invite, { id: String(id) }, { expiresAt: new Date(Date.now() - 1000) });
    const token = await tokenMailed(api, 'staff-invitation', 'late@example.com');
    expect((await accept({ ...person, email: 'late@example.com', token })).status).toBe(404);
  });

  it.each([
    ['deleted', (id: string) => api.owner.delete(`users/${id}/`)],
    ['suspended', (id: string) => api.owner.put(`users/${id}/`, { users: [{ status: 'inactive' }] })],
    ['locked', (id: string) => api.owner.put(`users/${id}/`, { users: [{ status: 'locked' }] })],
    ['demoted to a role that may not invite', (id: string) => setRole(id, 'Author')],
    ['demoted to a role that may not assign the invited one', (id: string) => setRole(id, 'Editor')],
  ])('cannot be accepted after the inviting user was %s', async (_how, loseRights) => {
    const { id } = await addUser(api.dataSource.manager, { role: 'Administrator' });
    const email = `by-${id}@example.com`;
    expect((await invite(email, 'Administrator', await api.signIn(id))).status).toBe(201);
    const token = await tokenMailed(api, 'staff-invitation', email);
    expect([200, 204]).toContain((await loseRights(id)).status);
    const response = await accept({ ...person, email, token });
    expect([response.status, response.error.message]).toEqual([404, 'Invite not found.']);
    expect(await api.dataSource.manager.countBy(User, { email })).toBe(0);
    expect(await api.dataSource.manager.countBy(Invite, { email })).toBe(1);
  });

  it.each(['Author', 'Contributor'] as const)(
    'can be accepted as %s after the inviting administrator became an editor',
    async (role) => {
      const { id } = await addUser(api.dataSource.manager, { role: 'Administrator' });
      const email = `${role}-of-editor@example.com`;
      await invite(email, role, await api.signIn(id));
      const token = await tokenMailed(api, 'staff-invitation', email);
      expect((await setRole(id, 'Editor')).status).toBe(200);
      expect((await accept({ ...person, email, token })).status).toBe(200);
    },
  );

  it('can be accepted once, also by concurrent requests', async () => {
    await invite('race@example.com');
    const token = await tokenMailed(api, 'staff-invitation', 'race@example.com');
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        accept({ ...person, name: `Racer ${n}`, email: 'race@example.com', token }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(99);
    const [{ count } = { count: '0' }] = await api.dataSource.query<{ count: string }[]>(
      `select count(*) from publishing.users where email = 'race@example.com'`,
    );
    expect(count).toBe('1');
  });
});

describe('password resets', () => {
  let api: AdminApiUnderTest;
  let author: Caller & { user: User };
  beforeAll(async () => {
    api = await startAdminApi();
    author = await api.as('Author');
  });
  afterAll(() => api.close());

  const request = (email: unknown): Promise<ApiResponse> =>
    api.anonymous.post('authentication/passwordreset/', { passwordreset: [{ email }] });
  const redeem = (token: string, more: object = {}): Promise<ApiResponse> =>
    api.anonymous.put('authentication/passwordreset/', {
      passwordreset: [{ token, newPassword: 'An0ther-Secret', ne2Password: 'An0ther-Secret', ...more }],
    });

  it('respond the same to known and unknown addresses; only the mail differs (D19)', async () => {
    const known = await request(author.user.email);
    const unknown = await request('unknown@example.com');
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
    expect(known.body).toEqual({ passwordreset: [{ message: 'Check your email for further instructions.' }] });
    const sent = (await mailsOf(api)).map(({ template, to }) => [template, to]);
    expect(sent).toEqual([
      ['password-reset', author.user.email],
      ['password-reset-unknown', 'unknown@example.com'],
    ]);
  });

  it('are stored without the token that redeems them', async () => {
    await request(author.user.email);
    const token = await tokenMailed(api, 'password-reset', author.user.email);
    const rows = await api.dataSource.manager.find(PasswordResetToken);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('set a new password and end every session', async () => {
    await request(author.user.email);
    const token = await tokenMailed(api, 'password-reset', author.user.email);
    expect((await redeem(token)).body).toEqual({ passwordreset: [{ message: 'Password changed successfully.' }] });
    expect((await author.get('session/')).status).toBe(403);
    const signIn = (given: string): Promise<ApiResponse> =>
      api.anonymous.with({ origin: SITE_URL }).post('session/', { username: author.user.email, password: given });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn('An0ther-Secret')).status).toBe(201);
    expect((await redeem(token)).status).toBe(401);
  });

  it('can be redeemed once, also by concurrent requests', async () => {
    await request(author.user.email);
    const token = await tokenMailed(api, 'password-reset', author.user.email);
    const responses = await Promise.all(Array.from({ length: 100 }, () => redeem(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(99);
  });

  it('have the name of Ghost 5 from v5 on', async () => {
    const v5 = api.anonymous.in('v5');
    const email = author.user.email;
    const requested = await v5.post('authentication/password_reset/', { password_reset: [{ email }] });
    expect(requested.body).toEqual({ password_reset: [{ message: 'Check your email for further instructions.' }] });
    const token = await tokenMailed(api, 'password-reset', email);
    const fields = { token, newPassword: 'An0ther-Secret', ne2Password: 'An0ther-Secret' };
    const redeemed = await v5.put('authentication/password_reset/', { password_reset: [fields] });
    expect(redeemed.body).toEqual({ password_reset: [{ message: 'Password changed successfully.' }] });
    for (const path of ['passwordreset', 'password_reset']) {
      expect((await v5.put(`authentication/${path}/`, { [path]: [fields] })).status).toBe(401);
    }
    expect((await api.anonymous.in('v3').post('authentication/password_reset/', {})).status).toBe(404);
  });

  it('reject malformed tokens, different passwords and malformed addresses', async () => {
    const bad = await redeem('bad');
    expect([bad.status, bad.error.message]).toEqual([401, 'Invalid token structure']);
    const different = await redeem('bad', { ne2Password: 'different-one' });
    expect([different.status, different.error.message]).toEqual([422, 'Your new passwords do not match']);
    expect((await api.anonymous.put('authentication/passwordreset/', {})).status).toBe(422);
    expect((await api.anonymous.post('authentication/passwordreset/', {})).status).toBe(422);
    const noEmail = await request('zzz');
    expect([noEmail.status, noEmail.error.message]).toEqual([400, 'The server did not receive a valid email']);
  });

  it('do not use up the token when the password is rejected', async () => {
    await request(author.user.email);
    const token = await tokenMailed(api, 'password-reset', author.user.email);
    expect((await redeem(token, { newPassword: 'short', ne2Password: 'short' })).status).toBe(422);
    expect((await redeem(token)).status).toBe(200);
  });

  it('expire after a day', async () => {
    await request(author.user.email);
    const token = await tokenMailed(api, 'password-reset', author.user.email);
    const past = new Date(Date.now() - 1000);
    await api.dataSource.manager.update(PasswordResetToken, { userId: author.user.id }, { expiresAt: past });
    expect((await redeem(token)).status).toBe(401);
  });

  it.each([{ email: 'moved@example.com' }, { email: 'author@example.com' }])(
    'are invalid after the address changed: %j',
    async (move) => {
      const { email } = (await api.owner.get(`users/${author.user.id}/`)).one('users');
      await request(email);
      const token = await tokenMailed(api, 'password-reset', String(email));
      await api.owner.put(`users/${author.user.id}/`, { users: [move] });
      expect((await redeem(token)).status).toBe(401);
    },
  );

  it('do not end a suspension', async () => {
    await request(author.user.email);
    const token = await tokenMailed(api, 'password-reset', author.user.email);
    await api.owner.put(`users/${author.user.id}/`, { users: [{ status: 'inactive' }] });
    expect((await redeem(token)).status).toBe(401);
    const user = await api.dataSource.manager.findOneByOrFail(User, { id: author.user.id });
    expect(user.status).toBe('inactive');
  });
});

describe('POST /mail/test/', () => {
  it('sends a mail to the signed-in user; 501 for keys', async () => {
    const api = await startAdminApi();
    const administrator = await api.as('Administrator');
    expect((await administrator.post('mail/test/', {})).status).toBe(200);
    expect((await mailsOf(api)).map(({ template, to }) => [template, to])).toEqual([
      ['test', administrator.user.email],
    ]);
    expect((await api.integration.post('mail/test/', {})).status).toBe(501);
    await api.close();
  });
});

describe('limits of password resets', () => {
  it('allow five requests an hour from one address', async () => {
    const api = await startAdminApi({ environment: { rateLimits: 'on' } });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const body = { passwordreset: [{ email: `user-${n}@example.com` }] };
      statuses.push((await api.anonymous.post('authentication/passwordreset/', body)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await api.close();
  });
});
