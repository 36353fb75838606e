import { Post, PostAuthor, User } from '@almanac/entities';
import { addPost, addUser } from '@almanac/testing';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

describe('users', () => {
  let api: AdminApiUnderTest;
  let alice: User;
  beforeAll(async () => {
    api = await startAdminApi();
    alice = await addUser(api.dataSource.manager, { name: 'Alice', slug: 'alice', email: 'alice@example.com' });
  });
  afterAll(() => api.close());

  const edit = (id: string, input: object, caller: Caller = api.owner, query = ''): Promise<ApiResponse> =>
    caller.put(`users/${id}/${query}`, { users: [input] });

  describe('reading', () => {
    it('shows the fields that all staff may read, and never the password', async () => {
      const user = (await api.owner.get(`users/${alice.id}/`)).one('users');
      expect(Object.keys(user)).toEqual([
        'id',
        'name',
        'slug',
        'email',
        'profile_image',
        'cover_image',
        'bio',
        'website',
        'location',
        'facebook',
        'twitter',
        'accessibility',
        'status',
        'meta_title',
        'meta_description',
        'tour',
        'last_seen',
        'created_at',
        'updated_at',
        'url',
      ]);
      // An author without a published post has no URL.
      expect(user.url).toBe(`${SITE_URL}/404/`);
    });

    it.each(['me', 'slug/owner', 'email/owner@example.com', 'email/OWNER@example.com', '1'])(
      'finds %s',
      async (key) => {
        expect((await api.owner.get(`users/${key}/`)).one('users').id).toBe('1');
      },
    );

    it('puts the field of the lookup first', async () => {
      expect(Object.keys((await api.owner.get('users/slug/alice/')).one('users'))[0]).toBe('slug');
      expect(Object.keys((await api.owner.get('users/email/alice@example.com/')).one('users'))[0]).toBe('email');
    });

    it('responds 404 to `me` with a key', async () => {
      const response = await api.integration.get('users/me/');
      expect([response.status, response.error.message]).toEqual([404, 'Resource not found error, cannot read user.']);
    });

    it.each([
      ['0'.repeat(24), 404, 'User not found.'],
      ['zzz', 422, 'Validation (matches) failed for id'],
      ['email/bogus', 422, 'Validation (isEmail) failed for email'],
      ['slug/Ünï', 422, 'Validation (isSlug) failed for slug'],
    ])('responds to %s with the error of Ghost', async (key, status, context) => {
      const response = await api.owner.get(`users/${encodeURI(key)}/`);
      expect([response.status, response.error.context]).toEqual([status, context]);
    });

    it('lists with order, fields, filter and pages', async () => {
      const response = await api.owner.get('users/?order=name%20asc&fields=name&limit=1');
      expect(response.body).toEqual({
        users: [{ name: 'Alice' }],
        meta: { pagination: { page: 1, limit: 1, pages: 2, total: 2, next: 2, prev: null } },
      });
      expect((await api.owner.get('users/?filter=status:inactive')).list('users')).toEqual([]);
    });

    it('cannot filter or order by the password', async () => {
      for (const query of ['filter=password:x', `filter=password:~'$2a'`, 'filter=nothing:x']) {
        const response = await api.owner.get(`users/?${query}`);
        expect([response.status, response.error.context]).toEqual([400, 'Could not understand request.']);
      }
      const plain = (await api.owner.get('users/?fields=id')).text;
      expect((await api.owner.get('users/?fields=id&order=password%20desc')).text).toBe(plain);
    });

    it('counts posts of every status', async () => {
      await addPost(api.dataSource.manager, { status: 'draft', authors: [alice] });
      const user = (await api.owner.get(`users/${alice.id}/?include=count.posts`)).one('users');
      expect(user.count).toEqual({ posts: 1 });
    });

    it('includes the permissions of roles, from the permission table', async () => {
      const editor = await api.as('Editor');
      const user = (await editor.get('users/me/?include=permissions,roles.permissions')).one('users');
      expect(user.permissions).toEqual([]);
      const [role] = user.roles as { permissions: { object_type: string; action_type: string }[] }[];
      const held = role?.permissions.map((one) => `${one.object_type}.${one.action_type}`);
      expect(held).toEqual(expect.arrayContaining(['post.browse', 'post.destroy', 'user.edit', 'invite.add']));
      expect(held).not.toContain('setting.edit');
    });
  });

  describe('editing', () => {
    it('changes only the fields in the request, and invalidates caches', async () => {
      const response = await edit(alice.id, {
        bio: 'Writes.',
        website: 'https://alice.example.org/',
        twitter: '@alice',
      });
      expect(response.status).toBe(200);
      expect(response.headers['x-cache-invalidate']).toBe('/*');
      expect(response.one('users')).toMatchObject({ name: 'Alice', bio: 'Writes.', twitter: '@alice' });
      const again = await edit(alice.id, { bio: 'Writes.' });
      expect([again.status, again.headers['x-cache-invalidate']]).toEqual([200, undefined]);
      expect((await edit(alice.id, { bio: null })).one('users').bio).toBeNull();
    });

    it('accepts the complete response of a read, in every version', async () => {
      for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
        const owner = api.owner.in(version);
        const user = (await owner.get(`users/${alice.id}/?include=roles`)).one('users');
        const response = await owner.put(`users/${alice.id}/?include=roles`, { users: [user] });
        expect(response.status).toBe(200);
        expect(response.one('users')).toEqual(user);
      }
    });

    it('ignores unknown fields and the password', async () => {
      const before = await api.dataSource.manager.findOneByOrFail(User, { id: alice.id });
      const response = await edit(alice.id, {
        bogus: 1,
        password: 'x',
        created_at: '2000-01-01T00:00:00.000Z',
        id: alice.id,
      });
      expect(response.status).toBe(200);
      expect(await api.dataSource.manager.findOneByOrFail(User, { id: alice.id })).toEqual(before);
    });

    it('stores image URLs of the site relative, and returns them absolute (B6)', async () => {
      const url = `${SITE_URL}/content/images/a.png`;
      expect((await edit(alice.id, { profile_image: url })).one('users').profile_image).toBe(url);
      const row = await api.dataSource.manager.findOneByOrFail(User, { id: alice.id });
      expect(row.profileImage).toBe('/content/images/a.png');
    });

    it('chooses a free slug', async () => {
      expect((await edit(alice.id, { slug: 'Owner' })).one('users').slug).toBe('owner-2');
      expect((await edit(alice.id, { slug: 'alice' })).one('users').slug).toBe('alice');
    });

    it.each([
      [{ bio: 'b'.repeat(201) }, 'Value in [users.bio] exceeds maximum length of 200 characters. users.bio'],
      [
        { location: 'l'.repeat(151) },
        'Value in [users.location] exceeds maximum length of 150 characters. users.location',
      ],
      [{ email: 'nope' }, 'Validation (isEmail) failed for email users.email'],
      [{ email: 'OWNER@example.com' }, 'Email is already in use'],
      [{ website: 'not a url' }, 'Validation (isEmptyOrURL) failed for website users.website'],
      [{ name: ' ' }, 'Value in [users.name] cannot be blank. users.name'],
      [{ status: null }, 'Value in [users.status] cannot be blank. users.status'],
      [{ status: '' }, 'Value in [users.status] cannot be blank. users.status'],
      [{ status: 'gone' }, 'Validation (isIn) failed for status users.status'],
    ])('rejects %j', async (input, context) => {
      const response = await edit(alice.id, input);
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({ message: 'Validation error, cannot edit user.', context });
    });

    it.each(['v2', 'v3', 'v5', 'canary'] as const)('rejects the status null in %s', async (version) => {
      expect((await edit(alice.id, { status: null }, api.owner.in(version))).status).toBe(422);
    });

    it.each([[{}], [{ users: [] }], [{ users: [{}] }]])('requires the root key: %j', async (body) => {
      const response = await api.owner.put(`users/${alice.id}/`, body);
      expect([response.status, response.error.context]).toEqual([400, `No root key ('users') provided.`]);
    });

    it('records the actor', async () => {
      await edit(alice.id, { location: 'Here' });
      const [newest] = (await api.owner.get('actions/?limit=1')).list('actions');
      expect(newest).toMatchObject({ resource_type: 'user', resource_id: alice.id, actor_id: '1', event: 'edited' });
    });
  });

  describe('roles', () => {
    const roleOf = async (response: ApiResponse): Promise<unknown> =>
      Object(Object(response.one('users').roles)[0]).name;

    it.each([
      ['by name', async () => ['Editor']],
      ['by id', async () => [(await role('Author')).id]],
      ['by object', async () => [{ id: (await role('Contributor')).id }]],
    ])('can be assigned %s (D17)', async (_how, roles) => {
      const given = await roles();
      const response = await edit(alice.id, { roles: given }, api.owner, '?include=roles');
      expect(response.status).toBe(200);
      expect(['Editor', 'Author', 'Contributor']).toContain(await roleOf(response));
    });

    it('must exist (D17)', async () => {
      expect((await edit(alice.id, { roles: ['Wizard'] })).status).toBe(422);
      expect((await edit(alice.id, { roles: ['0'.repeat(24)] })).status).toBe(422);
      expect((await edit(alice.id, { roles: [[{ toString: 1 }]] })).status).toBe(422);
    });

    it('cannot be changed for oneself, and ownership cannot be assigned', async () => {
      const admin = await api.as('Administrator');
      for (const [id, roles, caller] of [
        ['1', ['Author'], api.owner],
        [admin.user.id, ['Editor'], admin],
        ['1', ['Author'], admin],
        [alice.id, ['Owner'], api.owner],
      ] as const) {
        const response = await edit(id, { roles }, caller);
        expect(response.status).toBe(403);
        expect(response.error).toMatchObject({
          message: 'Permission error, cannot edit user.',
          context: 'You do not have permission to edit users',
        });
      }
    });

    it('of editors allow to assign only junior roles', async () => {
      const editor = await api.as('Editor');
      const junior = await addUser(api.dataSource.manager, { role: 'Contributor' });
      expect((await edit(junior.id, { roles: ['Author'] }, editor)).status).toBe(200);
      expect((await edit(junior.id, { roles: ['Editor'] }, editor)).status).toBe(403);
    });

    it('are all listed, or only the assignable ones', async () => {
      const names = async (caller: Caller, query = ''): Promise<unknown> =>
        (await caller.get(`roles/${query}`)).list('roles').map(({ name }) => name);
      expect(await names(api.owner)).toHaveLength(8);
      expect(await names(api.owner, '?limit=2')).toHaveLength(8);
      expect(await names(api.owner, '?permissions=assign')).toEqual([
        'Administrator',
        'Editor',
        'Author',
        'Contributor',
      ]);
      expect(await names(await api.as('Editor'), '?permissions=assign')).toEqual(['Author', 'Contributor']);
      expect(await names(await api.as('Author'), '?permissions=assign')).toEqual([]);
      expect((await api.owner.get('roles/?permissions=bogus')).status).toBe(422);
    });

    async function role(name: string): Promise<{ id: unknown }> {
      const found = (await api.owner.get('roles/')).list('roles').find((one) => one.name === name);
      return { id: found?.id };
    }
  });

  describe('passwords', () => {
    const change = (fields: object, caller: Caller = api.owner): Promise<ApiResponse> =>
      caller.put('users/password/', { password: [fields] });
    const fresh = { newPassword: 'Another-long-1', ne2Password: 'Another-long-1' };

    it('require the old one from users who change their own', async () => {
      const author = await api.as('Author');
      const wrong = await change({ ...fresh, oldPassword: 'wrong', user_id: author.user.id }, author);
      expect([wrong.status, wrong.error.message]).toEqual([422, 'Your password is incorrect.']);
      const right = await change({ ...fresh, oldPassword: PASSWORD, user_id: author.user.id }, author);
      expect(right.body).toEqual({ password: [{ message: 'Password changed successfully.' }] });
    });

    it('can be set by administrators for other users', async () => {
      const administrator = await api.as('Administrator');
      expect((await change({ ...fresh, user_id: alice.id }, administrator)).status).toBe(200);
      // The order of actions of the same second is not defined.
      const actions = (await api.owner.get('actions/?limit=100')).list('actions');
      const edited = { resource_type: 'user', resource_id: alice.id, actor_id: administrator.user.id, event: 'edited' };
      expect(actions).toContainEqual(expect.objectContaining(edited));
    });

    it.each([
      ['unlock a locked user', 'locked', 'active'],
      ['do not end a suspension', 'inactive', 'inactive'],
    ] as const)('that others set %s', async (_, status, after) => {
      const { manager } = api.dataSource;
      const { id } = await addUser(manager, { role: 'Author', status });
      expect((await change({ ...fresh, user_id: id })).status).toBe(200);
      expect(await manager.findOneBy(User, { id })).toMatchObject({ status: after });
    });

    it('must match (D18), be strong, and come with all fields', async () => {
      const different = await change({ ...fresh, ne2Password: 'different-1', user_id: alice.id });
      expect([different.status, different.error.message]).toEqual([422, 'Your new passwords do not match']);
      const weak = { newPassword: 'short', ne2Password: 'short', user_id: alice.id };
      expect((await change(weak)).error.message).toBe('Your password must be at least 10 characters long.');
      expect((await change({})).status).toBe(422);
      expect((await change({ ...fresh, user_id: '0'.repeat(24) })).status).toBe(404);
    });
  });

  describe('deleting', () => {
    it('hands posts to the owner (D41)', async () => {
      const { manager } = api.dataSource;
      const leaver = await addUser(manager, { role: 'Author' });
      const alone = await addPost(manager, { authors: [leaver] });
      const together = await addPost(manager, { authors: [leaver, { id: '1' }] });
      const response = await api.owner.delete(`users/${leaver.id}/`);
      expect([response.status, response.text, response.headers['x-cache-invalidate']]).toEqual([204, '', '/*']);
      for (const { id } of [alone, together]) {
        const authors = await manager.findBy(PostAuthor, { postId: id });
        expect(authors.map(({ authorId, sortOrder }) => [authorId, sortOrder])).toEqual([['1', 0]]);
      }
    });

    it('deletes posts on request (D41)', async () => {
      const { manager } = api.dataSource;
      const leaver = await addUser(manager, { role: 'Author' });
      const own = await addPost(manager, { authors: [leaver] });
      const others = await addPost(manager, { authors: [{ id: '1' }, leaver] });
      expect((await api.owner.delete(`users/${leaver.id}/?delete_posts=true`)).status).toBe(204);
      expect(await manager.existsBy(Post, { id: own.id })).toBe(false);
      expect(await manager.existsBy(Post, { id: others.id })).toBe(true);
      const outboxEvents = await manager.query<{ event: string }[]>(
        'select event from publishing.outbox where subject_id = $1',
        [own.id],
      );
      expect(outboxEvents.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['post.deleted', 'post.unpublished']),
      );
    });

    it('leaves no post without an author, also if an import left out the first author of the post', async () => {
      const { manager } = api.dataSource;
      const leaver = await addUser(manager, { role: 'Author' });
      const imported = await addPost(manager, { authors: [leaver] });
      await manager.update(PostAuthor, { postId: imported.id }, { sortOrder: 1 });
      expect((await api.owner.delete(`users/${leaver.id}/?delete_posts=true`)).status).toBe(204);
      expect(await manager.existsBy(Post, { id: imported.id })).toBe(false);
    });

    it.each([
      ['1', 403, 'Permission error, cannot delete user.', 'You do not have permission to destroy users'],
      ['0'.repeat(24), 404, 'Resource not found error, cannot delete user.', 'User not found'],
      ['zzz', 422, 'Validation error, cannot delete user.', 'Validation (matches) failed for id'],
    ])('rejects %s', async (id, status, message, context) => {
      const response = await api.owner.delete(`users/${id}/`);
      expect(response.status).toBe(status);
      expect(response.error).toMatchObject({ message, context });
    });
  });

  describe('the ownership', () => {
    const transfer = (id: unknown, caller: Caller = api.owner): Promise<ApiResponse> =>
      caller.put('users/owner/', { owner: [{ id }] });

    it('is transferred only by the owner, and only to an administrator', async () => {
      const response = await transfer(alice.id);
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({
        message: 'Only administrators can be assigned the owner role.',
        context: null,
      });
      const admin = await api.as('Administrator');
      expect((await transfer(admin.user.id, admin)).status).toBe(403);
    });

    it('ends with one owner, also after concurrent transfers', async () => {
      const site = await startAdminApi();
      const { manager } = site.dataSource;
      const heirs = [
        await addUser(manager, { role: 'Administrator' }),
        await addUser(manager, { role: 'Administrator' }),
      ];
      const responses = await Promise.all(heirs.map(({ id }) => transfer(id, site.owner)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
      const owners = await manager.query<{ user_id: string }[]>(
        `select user_id from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where r.name = 'Owner'`,
      );
      expect(owners).toHaveLength(1);
      await site.close();
    });

    it('changes both roles, and opens a new session for the previous owner', async () => {
      const admin = await api.as('Administrator');
      const response = await transfer(admin.user.id);
      expect(response.status).toBe(200);
      expect(response.list('users').map(({ id, roles }) => [id, Object(Object(roles)[0]).name])).toEqual([
        ['1', 'Administrator'],
        [admin.user.id, 'Owner'],
      ]);
      expect(response.one('users')).toHaveProperty('locale');
      expect((await admin.get('session/')).status).toBe(403);
      expect((await api.owner.get('session/')).status).toBe(403);
      const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
      const before = api.anonymous.with({ origin: SITE_URL, cookie });
      expect((await before.get('session/')).body.id).toBe('1');
      expect((await transfer('1', before)).status).toBe(403);
    });
  });

  it('cannot be created by POST /users/', async () => {
    const response = await api.anonymous.post('users/', { users: [{ email: 'x@x.io', name: 'x' }] });
    expect([response.status, response.error.message]).toEqual([404, 'Resource not found']);
  });
});
