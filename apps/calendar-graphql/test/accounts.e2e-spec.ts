import { unsafeAddresses } from '@almanac/testing';
import { createHash } from 'node:crypto';
import { TestCalendar } from './calendar';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const SIGN_UP = 'mutation ($input: SignupInput) { signup(input: $input) { path message } }';
const SIGN_IN =
  'mutation ($hash: String!) { signin(input: { hash: $hash }) { hash ctime isValid user { id username email } } }';
const REQUEST_INVITE = 'mutation ($input: RequestInviteInput) { requestInvite(input: $input) }';
const ME = '{ me { id name username email } }';

interface SignUpData {
  signup: { path: string; message: string }[];
}
interface SignInData {
  signin: { hash: string; ctime: string; isValid: boolean; user: { id: string; username: string; email: string } };
}

describe('accounts', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await TestCalendar.start();
  });
  afterAll(() => calendar.stop());

  const signUp = async (email: string, username: string, name = 'New User') =>
    (await calendar.ask<SignUpData>(SIGN_UP, { input: { email, username, name } })).signup;
  const signIn = async (hash: string) => (await calendar.ask<SignInData>(SIGN_IN, { hash })).signin;

  describe('signup', () => {
    it('mails a link that signs the new user in', async () => {
      expect(await signUp('  Ada@Example.org ', 'Ada_1', ' Ada ')).toEqual([]);
      const hash = await calendar.mailedHash('Ada@Example.org');
      expect(hash).toMatch(/^[\w-]{43}$/);
      const session = await signIn(hash);
      expect(session).toMatchObject({
        hash,
        isValid: true,
        ctime: calendar.clock.now().toISOString(),
        user: { username: 'Ada_1', email: 'Ada@Example.org' },
      });
      const { me } = await calendar.ask(ME, {}, { hash });
      expect(me).toMatchObject({ id: session.user.id, name: 'Ada', email: 'Ada@Example.org' });
    });

    it('reports everything that is wrong at once', async () => {
      await signUp('taken@example.org', 'taken_name');
      const paths = async (input: object | null) =>
        (await calendar.ask<SignUpData>(SIGN_UP, { input })).signup.map(({ path }) => path).sort();
      expect(await paths({ email: 'nowhere', username: '', name: ' ' })).toEqual(['email', 'name', 'username']);
      expect(await paths({ email: 'nowhere', username: 'TAKEN_name', name: 'x' })).toEqual(['email', 'username']);
      expect(await paths({ email: 'a@b.co', username: 'with space', name: 'line\nbreak' })).toEqual([
        'name',
        'username',
      ]);
      expect(await paths(null)).toEqual(['input']);
    });

    it('refuses addresses that are not safe in the header of a mail', async () => {
      const before = await calendar.source.query('select count(*) from calendar.outbox');
      for (const email of unsafeAddresses) {
        expect([email, ...(await signUp(email, 'header_probe'))]).toEqual([
          email,
          { path: 'email', message: 'email must be an e-mail address' },
        ]);
        const { errors } = await calendar.send(REQUEST_INVITE, { input: { email } });
        expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
      }
      expect(await calendar.source.query('select count(*) from calendar.outbox')).toEqual(before);
    });

    it('refuses a username that differs from a taken one by its case only', async () => {
      expect(await signUp('first@example.org', 'CaseMatters')).toEqual([]);
      expect(await signUp('second@example.org', 'casematters')).toEqual([
        { path: 'username', message: expect.any(String) },
      ]);
      expect(await calendar.mailsTo('second@example.org')).toEqual([]);
    });

    it('answers the same for an address that has an account, and mails its owner a way in', async () => {
      const { email } = await calendar.addUser('owner');
      expect(await signUp(email.toUpperCase(), 'another_name')).toEqual([]);
      const mails = await calendar.mailsTo(email);
      expect(mails.map(({ template }) => template)).toEqual(['calendar-sign-up', 'calendar-already-registered']);
      expect((await signIn(await calendar.mailedHash(email))).user.username).toBe('owner');
    });

    it('answers a repeated sign-up that was never confirmed as the first time', async () => {
      expect(await signUp('twice@example.org', 'twice')).toEqual([]);
      expect(await signUp('twice@example.org', 'twice')).toEqual([]);
      expect(await calendar.mailsTo('twice@example.org')).toHaveLength(2);
    });

    it('gives an account that was never confirmed the names of the latest sign-up, and ends the earlier link', async () => {
      const email = 'renamed@example.org';
      expect(await signUp(email, 'first_name', 'A stranger')).toEqual([]);
      const earlier = await calendar.mailedHash(email);
      expect(await signUp(email, 'second_name', 'The owner')).toEqual([]);
      expect((await calendar.mailsTo(email)).map(({ template, values }) => [template, values])).toEqual(
        ['first_name', 'second_name'].map((username) => ['calendar-sign-up', expect.objectContaining({ username })]),
      );
      expect((await calendar.send(SIGN_IN, { hash: earlier })).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      const { user } = await signIn(await calendar.mailedHash(email));
      expect(user).toMatchObject({ username: 'second_name', email });
      const [row] = await calendar.source.query('select name, username_key from calendar.users where email_key = $1', [
        email,
      ]);
      expect(row).toEqual({ name: 'The owner', username_key: 'second_name' });
      // Both usernames still belong to the address.
      for (const username of ['first_name', 'second_name']) {
        expect(await signUp('other@example.org', username)).toEqual([
          { path: 'username', message: expect.any(String) },
        ]);
      }
      // A confirmed account keeps its names.
      await signUp(email, 'third_name', 'A stranger');
      expect((await signIn(await calendar.mailedHash(email))).user.username).toBe('second_name');
    });

    it('does not reveal by usernames whether an address is registered', async () => {
      const known = await calendar.addUser('known_address');
      await signUp(known.email, 'probe_one');
      await signUp('unknown@example.org', 'probe_two');
      const later = await Promise.all(['probe_one', 'probe_two'].map((name) => signUp('prober@example.org', name)));
      expect(later[0]).toEqual(later[1]);
      expect(later[0]).toHaveLength(1);
      expect(await signUp(known.email, 'known_address')).toEqual(await signUp('x@example.org', 'known_address'));
    });
  });

  describe('requestInvite', () => {
    it('is true for known and unknown addresses, executing the same statements', async () => {
      const { email } = await calendar.addUser();
      const invite = (address: string) => calendar.send(REQUEST_INVITE, { input: { email: address } });
      const answers = [await invite(email), await invite('missing@example.org')];
      for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: { requestInvite: true } });
      expect((await calendar.mailsTo(email)).at(-1)?.template).toBe('calendar-sign-in');
      const [unknown] = await calendar.mailsTo('missing@example.org');
      expect(unknown?.template).toBe('calendar-unknown-address');
      expect(JSON.stringify(unknown)).not.toContain('hash');
    });

    it('refuses what is no address', async () => {
      const { errors } = await calendar.send(REQUEST_INVITE, { input: { email: 'unknown' } });
      expect(errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        errors: [{ path: 'input.email', message: expect.any(String) }],
      });
      const missing = await calendar.send(REQUEST_INVITE, { input: null });
      expect(missing.errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });

    it('ends older links that were not redeemed, and no session', async () => {
      const user = await calendar.addUser();
      await calendar.ask(REQUEST_INVITE, { input: { email: user.email } });
      const older = await calendar.mailedHash(user.email);
      await calendar.ask(REQUEST_INVITE, { input: { email: user.email } });
      expect((await calendar.send(SIGN_IN, { hash: older })).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      expect((await signIn(await calendar.mailedHash(user.email))).isValid).toBe(true);
      expect((await signIn(user.hash)).isValid).toBe(true);
    });
  });

  describe('signin', () => {
    it('returns the one session however many call at once', async () => {
      await signUp('race@example.org', 'race');
      const hash = await calendar.mailedHash('race@example.org');
      const sessions = await Promise.all(Array.from({ length: 30 }, () => signIn(hash)));
      expect(new Set(sessions.map((session) => JSON.stringify(session))).size).toBe(1);
      const rows = await calendar.source.query('select id from calendar.sessions where hash_digest = $1', [
        createHash('sha256').update(hash).digest('hex'),
      ]);
      expect(rows).toHaveLength(1);
    });

    it('answers an unknown hash and a link that came too late with one message', async () => {
      await signUp('late@example.org', 'late');
      const late = await calendar.mailedHash('late@example.org');
      calendar.clock.advance(HOUR_MS + 1);
      const answers = [await calendar.send(SIGN_IN, { hash: late }), await calendar.send(SIGN_IN, { hash: 'unknown' })];
      for (const { data, errors } of answers) {
        expect(data).toBeNull();
        expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      }
      expect(answers[0]?.errors[0]?.message).toBe(answers[1]?.errors[0]?.message);
    });

    it('says a session that ended is not valid', async () => {
      const { hash } = await calendar.addUser();
      calendar.clock.advance(30 * DAY_MS - 1);
      expect((await signIn(hash)).isValid).toBe(true);
      calendar.clock.advance(2);
      expect(await signIn(hash)).toMatchObject({ hash, isValid: false });
      expect(await calendar.ask(ME, {}, { hash })).toEqual({ me: null });
    });

    it('refuses a missing input', async () => {
      const { errors } = await calendar.send('mutation { signin(input: null) { hash } }');
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ path: 'input' }] });
    });
  });

  describe('signout', () => {
    it('ends the presented session and no other', async () => {
      const { hash, email } = await calendar.addUser();
      await calendar.ask(REQUEST_INVITE, { input: { email } });
      const other = await calendar.mailedHash(email);
      await signIn(other);
      expect(await calendar.ask('mutation { signout }', {}, { hash })).toEqual({ signout: true });
      expect((await signIn(hash)).isValid).toBe(false);
      expect(await calendar.ask(ME, {}, { hash })).toEqual({ me: null });
      expect(await calendar.ask(ME, {}, { hash: other })).toMatchObject({ me: { email } });
    });

    it('needs a valid session', async () => {
      for (const sender of [{}, { hash: 'unknown' }]) {
        const { errors } = await calendar.send('mutation { signout }', {}, sender);
        expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      }
    });
  });

  it('stores no hash, neither in a session nor in a mail that waits', async () => {
    await signUp('secret@example.org', 'secret');
    const hash = await calendar.mailedHash('secret@example.org');
    const [{ dump }] = (await calendar.source.query<[{ dump: string }]>(
      `select coalesce(string_agg(t.row, ''), '') as dump from (
         select to_jsonb(s)::text as row from calendar.sessions s
         union all select to_jsonb(o)::text from calendar.outbox o) t`,
    )) satisfies [{ dump: string }];
    expect(dump).toContain('secret@example.org');
    expect(dump).not.toContain(hash);
  });
});
