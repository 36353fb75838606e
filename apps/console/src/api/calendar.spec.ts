import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The Admin API and the calendar, as far as the sign-in uses them. Each ticket is the hash of its session. */
class FakeServices {
  tickets = 0;
  /** The only session that the calendar accepts. */
  validHash = '';
  /** Whether the calendar responds to `me` with null instead of an error when the session is not valid. */
  returnsNull = false;
  private refusals = 0;
  private announceSignIn = (): void => undefined;
  private readonly signedInAgain = new Promise<void>((resolve) => (this.announceSignIn = resolve));

  async respond(request: IncomingMessage): Promise<object> {
    if (request.url?.includes('/calendar_ticket/'))
      return { calendar_ticket: [{ ticket: `ticket-${++this.tickets}` }] };
    const { query } = JSON.parse(await text(request)) as { query: string };
    if (query.startsWith('mutation SignIn')) {
      this.validHash = `ticket-${this.tickets}`;
      if (this.tickets > 1) this.announceSignIn();
      return { data: { signin: { hash: this.validHash } } };
    }
    if (request.headers.authorization === `Bearer ${this.validHash}`) return { data: { me: { id: 'owner' } } };
    if (this.returnsNull) return { data: { me: null } };
    // The second refusal arrives after the first caller has signed in again.
    if (++this.refusals > 1) await this.signedInAgain;
    return { errors: [{ message: 'Sign in first.', extensions: { code: 'UNAUTHENTICATED' } }] };
  }
}

describe('withCalendar', () => {
  let services: FakeServices;
  let server: Server;
  beforeEach(async () => {
    services = new FakeServices();
    jest.resetModules();
    server = createServer((request, response) => {
      void services.respond(request).then((body) => response.end(JSON.stringify(body)));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  async function loadConsole() {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // `admin.ts` reads the origin of the page when it loads.
    Object.defineProperty(globalThis, 'window', { value: { location: { origin } }, configurable: true });
    const calendar = await import('./calendar.ts');
    const { configQuery } = await import('./config.ts');
    const { queryClient } = await import('./query-client.ts');
    queryClient.setQueryData(configQuery.queryKey, { siteUrl: origin, calendarUrl: origin });
    return { ...calendar, queryClient };
  }

  it('signs in again once after the end of the session, also for two calls at the same time, and for another user', async () => {
    const { withCalendar, queryClient } = await loadConsole();
    const readId = async () => (await withCalendar((calendar) => calendar.me()))?.id;

    expect(await readId()).toBe('owner');
    services.validHash = 'of another session';
    expect(await Promise.all([readId(), readId()])).toEqual(['owner', 'owner']);
    expect(services.tickets).toBe(2);

    queryClient.setQueryData(['me'], { id: 'ben' });
    expect(await readId()).toBe('owner');
    expect(services.tickets).toBe(3);
    queryClient.clear();
  });

  it('signs in again when the account is read after the end of the session', async () => {
    const { readCalendarAccount, queryClient } = await loadConsole();
    services.returnsNull = true;
    expect((await readCalendarAccount()).id).toBe('owner');
    services.validHash = 'of another session';
    expect((await readCalendarAccount()).id).toBe('owner');
    expect(services.tickets).toBe(2);
    queryClient.clear();
  });
});
