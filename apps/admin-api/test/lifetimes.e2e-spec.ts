import { Role } from '@almanac/entities';
import { addMember } from '@almanac/testing';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('lifetimes', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  /** The time between creation and expiry of the newest row of a table, in milliseconds. */
  async function lifetimeOf(table: string): Promise<number> {
    const [row] = await api.dataSource.query<{ lifetime: string }[]>(
      `select extract(epoch from expires_at - created_at) * 1000 as lifetime
       from publishing.${table} order by created_at desc limit 1`,
    );
    return Number(row?.lifetime);
  }

  it('an invitation is valid for seven days', async () => {
    const { id } = await api.dataSource.manager.findOneByOrFail(Role, { name: 'Author' });
    const response = await api.owner.post('invites/', { invites: [{ email: 'new@example.com', role_id: id }] });
    const { expires, created_at } = response.one('invites');
    expect(await lifetimeOf('invites')).toBe(7 * DAY);
    // The response has dates in whole seconds.
    expect(Math.abs(Number(expires) - Date.parse(String(created_at)) - 7 * DAY)).toBeLessThanOrEqual(1000);
  });

  it('a password reset is valid for a day', async () => {
    const body = { passwordreset: [{ email: 'owner@example.com' }] };
    expect((await api.anonymous.post('authentication/passwordreset/', body)).status).toBe(200);
    expect(await lifetimeOf('password_reset_tokens')).toBe(DAY);
  });

  it('a session of staff is valid for half a year', async () => {
    const signIn = { username: 'owner@example.com', password: PASSWORD };
    expect((await api.anonymous.with({ origin: SITE_URL }).post('session/', signIn)).status).toBe(201);
    expect(await lifetimeOf('sessions')).toBe(182 * DAY);
  });

  it.each([
    ['signin', 10 * MINUTE],
    ['signup', DAY],
    ['subscribe', DAY],
  ])('a link for members to %s is valid for %d ms', async (emailType, lifetime) => {
    const body = { email: `${emailType}@example.com`, emailType };
    // A member gets a link to sign in, whatever the requested type.
    if (emailType === 'signin') await addMember(api.dataSource.manager, { email: body.email });
    expect((await api.anonymous.post('/members/api/send-magic-link', body)).status).toBe(201);
    expect(await lifetimeOf('member_sign_in_tokens')).toBe(lifetime);
  });
});
