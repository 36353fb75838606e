import { Role } from '@almanac/entities';
import { safeAddresses, unsafeAddresses } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { postForm } from './multipart';

describe('addresses that are not safe in a mail header', () => {
  let api: AdminApiUnderTest;
  let blank: AdminApiUnderTest;
  let roleId: string;
  beforeAll(async () => {
    api = await startAdminApi();
    blank = await startAdminApi({ isSetUp: false });
    roleId = (await api.dataSource.manager.findOneByOrFail(Role, { name: 'Author' })).id;
  });
  afterAll(async () => {
    await api.close();
    await blank.close();
  });

  const owner = { name: 'Olive', password: 'Sup3rS3cret!42', blogTitle: 'A site' };
  const routes: [string, number, (email: string) => Promise<ApiResponse>][] = [
    [
      'a magic link',
      400,
      (email) => api.anonymous.post('/members/api/send-magic-link', { email, emailType: 'signin' }),
    ],
    ['an invitation', 422, (email) => api.owner.post('invites/', { invites: [{ email, role_id: roleId }] })],
    [
      'a password reset',
      400,
      (email) => api.anonymous.post('authentication/passwordreset/', { passwordreset: [{ email }] }),
    ],
    [
      'the check of an invitation',
      400,
      (email) => api.anonymous.get(`authentication/invitation/?email=${encodeURIComponent(email)}`),
    ],
    ['the setup', 422, (email) => blank.anonymous.post('authentication/setup/', { setup: [{ ...owner, email }] })],
    ['an edit of the setup', 422, (email) => api.owner.put('authentication/setup/', { setup: [{ ...owner, email }] })],
    [
      'a member of staff',
      422,
      async (email) => api.owner.put(`users/${(await api.as('Author')).user.id}/`, { users: [{ email }] }),
    ],
    ['a member', 422, (email) => api.integration.post('members/', { members: [{ email }] })],
  ];

  it.each(routes)('are rejected for %s', async (_what, status, send) => {
    for (const email of unsafeAddresses) expect([email, (await send(email)).status]).toEqual([email, status]);
    const mails = `select count(*)::int as count from publishing.outbox where event = 'mail.requested'`;
    expect(await api.dataSource.query(mails)).toEqual([{ count: 0 }]);
  });

  it('are reported as invalid in an import of members', async () => {
    const inside = unsafeAddresses.filter((email) => email === email.trim());
    const rows = inside.map((email) => `"${email.replaceAll('"', '""')}"`);
    const content = ['email', ...rows, ...safeAddresses].join('\r\n');
    const response = await postForm(api.integration, 'members/csv/', [
      { name: 'membersfile', filename: 'm.csv', content, type: 'text/csv' },
    ]);
    expect(response.body).toMatchObject({ meta: { stats: { imported: safeAddresses.length, duplicates: 0 } } });
    const stored = await api.dataSource.query<{ email: string }[]>('select email from publishing.members');
    expect(stored.map(({ email }) => email).sort()).toEqual([...safeAddresses].sort());
  });

  it('do not include ordinary addresses', async () => {
    for (const email of safeAddresses) {
      const response = await api.anonymous.post('/members/api/send-magic-link', { email });
      expect([email, response.status]).toEqual([email, 201]);
    }
  });
});
