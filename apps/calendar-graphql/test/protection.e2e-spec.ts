import { Logger } from '@almanac/platform';
import { type GraphqlFailure, TestCalendar } from './calendar';

const nested = (levels: number): string =>
  levels === 1
    ? '{ id }'
    : levels % 2 === 0
      ? `{ event ${nested(levels - 1)} }`
      : `{ occurrences ${nested(levels - 1)} }`;

describe('the protection of the endpoint', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start();
    ({ hash } = await calendar.addUser());
  });
  afterAll(() => calendar.stop());

  const inject = (...request: Parameters<TestCalendar['app']['inject']>) => calendar.app.inject(...request);
  const refuse = async (query: string, variables?: Record<string, unknown>): Promise<GraphqlFailure> => {
    const { status, data, errors } = await calendar.send(query, variables, { hash });
    expect(status).toBe(400);
    expect(data ?? null).toBeNull();
    const [error] = errors;
    if (!error) throw new Error('The operation was not refused.');
    return error;
  };

  it('shows every connection pool in its metrics', async () => {
    const { body } = await inject('/metrics');
    const pools = [...body.matchAll(/^database_pool_connections\{pool="([\w-]+)",state="waiting"/gm)];
    expect(pools.map(([, pool]) => pool).sort()).toEqual(['custom-plan-reads', 'health', 'limits', 'main', 'reads']);
  });

  describe('depth', () => {
    it('refuses the eleventh level', async () => {
      const { extensions, message } = await refuse(`{ event(id: "x") ${nested(10)} }`);
      expect(message).toContain('deeper than 10');
      expect(extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
      // Ten levels pass this check; the next one refuses what they cost.
      expect((await refuse(`{ event(id: "x") ${nested(9)} }`)).message).toContain('objects');
    });

    it('counts the levels of fragments', async () => {
      const level = (name: string, next: string) =>
        `fragment ${name} on CalendarEvent { occurrences { event { ...${next} } } }`;
      const fragments = `${level('E', 'F')} ${level('F', 'G')} ${level('G', 'H')} ${level('H', 'I')} fragment I on CalendarEvent { owner { id } }`;
      expect((await refuse(`{ event(id: "x") { ...E } } ${fragments}`)).message).toContain('deeper than 10');
    });

    it('refuses fragments that contain themselves', async () => {
      const { message } = await refuse(
        '{ event(id: "x") { ...E } } fragment E on CalendarEvent { occurrences { event { ...E } } }',
      );
      expect(message).toContain('Cannot spread fragment "E" within itself');
    });

    it('answers operations within the limit', async () => {
      expect(await calendar.ask('{ event(id: "x") { occurrences { event { owner { id } } } } }')).toEqual({
        event: null,
      });
    });
  });

  describe('aliases', () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: me { id }`).join(' ');

    it('refuses the sixteenth alias of a field', async () => {
      expect((await refuse(`{ ${aliases(16)} }`)).message).toContain('more than 15 aliases of "me"');
      expect(Object.keys(await calendar.ask(`{ ${aliases(15)} }`))).toHaveLength(15);
    });

    it('counts aliases in fragments each time they are spread', async () => {
      const query = `query { ...A ...B } fragment A on Query { ...C } fragment B on Query { ...C } fragment C on Query { ${aliases(8)} }`;
      expect((await refuse(query)).message).toContain('aliases');
    });
  });

  describe('signin', () => {
    it('may stand once in an operation, whatever its alias or fragment', async () => {
      const signIn = 'signin(input: { hash: "guess" }) { isValid }';
      expect((await refuse(`mutation { a: ${signIn} b: ${signIn} }`)).message).toContain('"signin" once');
      expect((await refuse(`mutation { ${signIn} ...M } fragment M on Mutation { b: ${signIn} }`)).message).toContain(
        '"signin" once',
      );
    });

    it('cannot be batched in one HTTP request', async () => {
      const query = 'mutation { signin(input: { hash: "guess" }) { isValid } }';
      const response = await inject({ method: 'POST', url: '/graphql', payload: [{ query }, { query }] });
      expect(response.statusCode).toBe(400);
    });
  });

  describe('cost', () => {
    it('multiplies the limits of nested lists', async () => {
      const cycle = '{ occurrences(filter: {}) { event { occurrences { event { occurrences { id } } } } } }';
      expect((await refuse(cycle)).message).toContain('objects');
      const literal = '{ events(filter: { limit: 1000 }) { id occurrences { id } } }';
      expect((await refuse(literal)).message).toContain('51000 objects');
    });

    it('sees limits that come as variables', async () => {
      const whole = 'query ($filter: EventsQueryFilter!) { events(filter: $filter) { occurrences { id } } }';
      const part = 'query ($limit: Int) { events(filter: { limit: $limit }) { occurrences { id } } }';
      expect((await refuse(whole, { filter: { limit: 1000 } })).message).toContain('51000 objects');
      expect((await refuse(part, { limit: 1000 })).message).toContain('51000 objects');
      expect(await calendar.ask(whole, { filter: { limit: 10 } })).toEqual({ events: [] });
    });

    it('adds up aliases and fragments', async () => {
      const one = 'occurrences(filter: { limit: 1000 }) { event { id } }';
      const query = `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: ${one}`).join(' ')} }`;
      expect((await refuse(query)).message).toContain('12000 objects');
    });

    it('refuses fragments that multiply to too many selections', async () => {
      const names = Array.from({ length: 30 }, (_, index) => `F${index}`);
      const doubled = names.map((name, index) => {
        const next = names[index + 1];
        return `fragment ${name} on Mutation { ${next ? `...${next} ...${next}` : 'signout'} }`;
      });
      expect((await refuse(`mutation { ...F0 } ${doubled.join(' ')}`)).message).toContain('number of nodes');
    });

    it('lets execution refuse variables of the wrong type', async () => {
      const query = 'query ($limit: Int) { events(filter: { limit: $limit }) { id } }';
      const { status, errors } = await calendar.send(query, { limit: 'many' });
      expect(status).toBe(400);
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });

    it('answers the largest page with everything about its events', async () => {
      const query =
        '{ occurrences(filter: { limit: 1000 }) { id event { id owner { id } info { title } time { start } location { name } } } }';
      expect(await calendar.ask(query)).toEqual({ occurrences: [] });
    });
  });

  it('refuses documents of more than 1,000 tokens unread', async () => {
    // Two braces and 998 names are 1,000 tokens.
    const document = (names: number): string => `{ ${'__typename '.repeat(names)} }`;
    expect((await refuse(document(998))).extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect((await refuse(document(999))).extensions.code).toBe('GRAPHQL_PARSE_FAILED');
  });

  it('answers the 413 of a body over 256 kB in the shape of GraphQL errors', async () => {
    const payload = { query: `{ me { id } } # ${'x'.repeat(262_144)}` };
    const response = await inject({ method: 'POST', url: '/graphql', payload });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' } }] });
  });

  describe('cross-site requests', () => {
    it('refuses mutations by GET', async () => {
      const url = `/graphql?query=${encodeURIComponent('mutation { signout }')}`;
      const response = await inject({ method: 'GET', url, headers: { 'apollo-require-preflight': 'true' } });
      expect(response.statusCode).toBe(405);
    });

    it('refuses simple requests, which browsers send from any site', async () => {
      const url = `/graphql?query=${encodeURIComponent('{ me { id } }')}`;
      expect((await inject({ method: 'GET', url })).statusCode).toBe(400);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const payload = JSON.stringify({ query: '{ me { id } }' });
        const response = await inject({ method: 'POST', url: '/graphql', headers: { 'content-type': type }, payload });
        expect(response.statusCode).toBe(400);
        expect(response.body).not.toContain('"data"');
      }
    });

    it('accepts queries by GET with the preflight header', async () => {
      const url = `/graphql?query=${encodeURIComponent('{ me { id } }')}`;
      const response = await inject({ method: 'GET', url, headers: { 'apollo-require-preflight': 'true' } });
      expect(response.json()).toEqual({ data: { me: null } });
    });
  });

  describe('errors', () => {
    it('reveal no SQL, files or stacks', async () => {
      for (const query of [
        '{ event(id: "\\u0000") { id } }',
        '{ events(filter: { owner: "\'; drop table calendar.events; --", categories: ["\\u0000", "{}"] }) { id } }',
        '{ occurrences(filter: { categories: ["\\u0000"] }) { id } }',
        'mutation { signin(input: { hash: "\\u0000" }) { hash } }',
        'mutation { deleteEvent(id: "\\u0000") }',
      ]) {
        const { errors } = await calendar.send(query, {}, { hash });
        for (const { message, extensions } of errors) {
          expect(extensions.code).toMatch(/^(UNAUTHENTICATED|NOT_FOUND)$/);
          expect(JSON.stringify({ message, extensions })).not.toMatch(/select|insert|\.ts|node_modules|stacktrace/i);
        }
      }
    });

    it('of unknown paths and broken bodies have the shape of GraphQL errors', async () => {
      const unknown = await inject({ method: 'GET', url: '/nowhere' });
      expect(unknown.statusCode).toBe(404);
      expect(unknown.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
      const headers = { 'content-type': 'application/json' };
      const broken = await inject({ method: 'POST', url: '/graphql', headers, payload: '{"query":' });
      expect(broken.statusCode).toBe(400);
      expect(broken.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    });
  });
});

describe('a service in production', () => {
  const lines: string[] = [];
  let calendar: TestCalendar;
  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = Logger.create({ service: 'test', level: 'info', destination });
    calendar = await TestCalendar.start({ NODE_ENV: 'production' }, { logger });
  });
  afterAll(() => calendar.stop());

  it('does not reveal its schema', async () => {
    const { errors } = await calendar.send('{ __schema { types { name } } }');
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const misspelt = await calendar.send('{ mee { id } }');
    expect(misspelt.errors[0]?.message).not.toContain('Did you mean');
  });

  it('serves no IDE page', async () => {
    const page = await calendar.app.inject({ method: 'GET', url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(400);
    expect((await calendar.app.inject({ method: 'GET', url: '/graphql/ide/graphiql.js' })).statusCode).toBe(404);
  });

  it('logs no hash and no address', async () => {
    const { hash, email } = await calendar.addUser();
    await calendar.send('{ me { id } }', {}, { hash });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(hash) || line.includes(email))).toEqual([]);
  });

  it('hides what went wrong inside, and logs it under the id it gives', async () => {
    await calendar.source.query('alter table calendar.events rename to events_gone');
    const { errors } = await calendar.send('{ event(id: "0123456789abcdef01234567") { id } }');
    await calendar.source.query('alter table calendar.events_gone rename to events');
    expect(errors).toEqual([
      {
        message: 'An unexpected error occurred.',
        locations: expect.anything(),
        path: ['event'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.stringMatching(/^[\da-f-]{36}$/) },
      },
    ]);
    const logged = lines.filter((line) => line.includes(errors[0]?.extensions.id ?? 'no id'));
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'error', requestId: expect.any(String) });
  });
});

describe('a service in development', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await TestCalendar.start({ NODE_ENV: 'development' });
  });
  afterAll(() => calendar.stop());

  it('shows browsers an IDE that needs nothing from the net', async () => {
    const page = await calendar.app.inject({ method: 'GET', url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toContain('text/html');
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(4);
    for (const url of links) {
      // Proxies send all paths below /graphql to the calendar.
      expect(url).toMatch(/^\/graphql\//);
      const asset = await calendar.app.inject({ method: 'GET', url });
      expect(asset.statusCode).toBe(200);
      expect(asset.body.length).toBeGreaterThan(5_000);
    }
  });
});
