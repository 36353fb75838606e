import jwt from 'jsonwebtoken';
import { type AdminApiUnderTest, PASSWORD, startAdminApi, TICKET_SECRET } from './admin-api';
import type { Caller } from './caller';
import { tokenMailed } from './mailed-token';

describe('POST calendar_ticket', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const request = (caller: Caller) => caller.in('canary').post('calendar_ticket/');

  it('gives staff a ticket for the calendar that is valid for a minute', async () => {
    const editor = await api.as('Editor');
    const response = await request(editor);
    expect([response.status, response.headers['cache-control']]).toEqual([201, 'no-store']);
    const { ticket } = response.one('calendar_ticket');
    const claims = jwt.verify(String(ticket), TICKET_SECRET, { audience: 'calendar', issuer: 'admin-api' });
    expect(claims).toMatchObject({ sub: editor.user.id, email: 'editor@example.com', name: editor.user.name });
    const { iat = 0, exp = 0, jti } = claims as jwt.JwtPayload;
    expect(exp - iat).toBe(60);
    expect(jti).toMatch(/^[\w-]{22}$/);
    expect((await request(editor)).one('calendar_ticket').ticket).not.toBe(ticket);
  });

  it('exists in canary only', async () => {
    expect((await api.owner.in('v5').post('calendar_ticket/')).status).toBe(404);
  });

  it('gives no ticket for an address that the user did not confirm', async () => {
    const author = await api.as('Author');
    const path = `users/${author.user.id}/`;
    expect((await author.put(path, { users: [{ email: 'victim@example.com' }] })).status).toBe(200);
    const refused = await request(author);
    expect([refused.status, refused.error.message]).toEqual([403, 'Your e-mail address is not confirmed.']);

    const reset = { passwordreset: [{ email: 'victim@example.com' }] };
    expect((await api.anonymous.post('authentication/passwordreset/', reset)).status).toBe(200);
    const token = await tokenMailed(api, 'password-reset', 'victim@example.com');
    const passwords = { newPassword: PASSWORD, ne2Password: PASSWORD };
    const redeemed = await api.anonymous.put('authentication/passwordreset/', {
      passwordreset: [{ token, ...passwords }],
    });
    expect(redeemed.status).toBe(200);
    const again = await api.signIn(author.user.id);
    expect((await request(again)).status).toBe(201);
  });

  it('does not confirm another address of the owner by a link that was mailed to the former one', async () => {
    const reset = { passwordreset: [{ email: 'owner@example.com' }] };
    await api.anonymous.post('authentication/passwordreset/', reset);
    const token = await tokenMailed(api, 'password-reset', 'owner@example.com');
    const setup = { setup: [{ name: 'Owner', email: 'other@example.com', blogTitle: 'Site' }] };
    expect((await api.owner.put('authentication/setup/', setup)).status).toBe(200);
    const passwords = { newPassword: PASSWORD, ne2Password: PASSWORD };
    const redeemed = await api.anonymous.put('authentication/passwordreset/', {
      passwordreset: [{ token, ...passwords }],
    });
    expect(redeemed.status).toBe(401);
    expect((await request(await api.signIn('1'))).status).toBe(403);
  });

  it('says how to connect the calendar when the secret is missing', async () => {
    const unconnected = await startAdminApi({ environment: { calendarTicketSecret: undefined } });
    try {
      const response = await request(unconnected.owner);
      expect([response.status, response.error.message]).toEqual([501, 'The calendar is not connected.']);
    } finally {
      await unconnected.close();
    }
  });
});
