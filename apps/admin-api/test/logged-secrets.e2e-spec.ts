import { Logger, startTracing } from '@almanac/platform';
import { requestsWith, type SecretRequest, secretsIn, TraceCollector } from '@almanac/testing';
import { randomBytes } from 'node:crypto';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi, tokenFor } from './admin-api';

const random = (): string => randomBytes(32).toString('base64url');
const ADMIN = '/ghost/api/v3/admin';

describe('logs and traces', () => {
  const lines: string[] = [];
  let api: AdminApiUnderTest;
  let collector: TraceCollector;
  let stopTracing: () => Promise<void>;
  let secrets: Record<string, string>;

  beforeAll(async () => {
    collector = await TraceCollector.listen();
    stopTracing = await startTracing({ service: 'admin-api', endpoint: collector.url });
    const destination = { write: (line: string) => void lines.push(line) };
    api = await startAdminApi({ logger: Logger.create({ service: 'admin-api', level: 'trace', destination }) });
    secrets = {
      'content key': api.contentKey.secret,
      'admin key': api.adminKey.secret,
      'whole admin key': `${api.adminKey.id}:${api.adminKey.secret}`,
      'admin token': tokenFor(api.adminKey, '/v3/admin/'),
      'schedules token': tokenFor(api.adminKey, '/v3/admin/schedules/'),
      'member token': tokenFor(api.contentKey, SITE_URL),
      session: random(),
      'magic link': random(),
      invitation: random(),
      reset: random(),
      'calendar hash': random(),
      'webhook secret of letters': 'whsec_gaiWbZgKDfCIHLIA',
      'webhook secret with punctuation': 'whsec_aB3/+dEfGhIjKlM=',
      'webhook secret': `whsec_${randomBytes(12).toString('base64')}`,
      password: PASSWORD,
      'database URL': 'postgres://almanac:p4ss-of-the_database@db.example:5432/almanac',
      'mail URL': 'smtps://mailer:p4ss/of+the@mail@smtp.example:465',
      'password hash': '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    };
  });
  afterAll(async () => {
    await api.close();
    await stopTracing();
    await collector.close();
  });

  const send = async (requests: readonly SecretRequest[]): Promise<void> => {
    for (const request of requests) await api.app.inject(request);
  };
  const found = (): string[] => secretsIn(lines.join(''), secrets);

  const paths = [
    `${ADMIN}/site/`,
    `${ADMIN}/posts/`,
    `${ADMIN}/session/`,
    `${ADMIN}/authentication/passwordreset/`,
    `${ADMIN}/authentication/invitation/`,
    `${ADMIN}/schedules/posts/0123456789abcdef01234567/`,
    '/members/api/send-magic-link',
    '/members/',
    '/no/such/route/',
  ];

  it('contain no secret, wherever the request has it', async () => {
    const sent = Object.values(secrets).map((secret, index) =>
      send(requestsWith(secret, paths[index % paths.length] ?? '/')),
    );
    await Promise.all(sent);
    expect(lines.length).toBeGreaterThan(1_000);
    expect(found()).toEqual([]);
    // The test sends many requests, which take long on a busy machine.
  }, 240_000);

  it.each(paths)('contain no key and no password that is sent to %s', async (path) => {
    for (const name of ['content key', 'password']) await send(requestsWith(secrets[name] ?? '', path));
    expect(found()).toEqual([]);
  });

  it('contain no secret of a failing request, also in the causes of errors', async () => {
    const before = lines.length;
    await api.dataSource.query('alter table publishing.settings rename to settings_gone');
    await api.dataSource.query('alter table publishing.posts rename to posts_gone');
    await send(requestsWith(api.contentKey.secret, `${ADMIN}/site/`));
    for (const secret of Object.values(secrets)) {
      await send(requestsWith(secret, `${ADMIN}/site/`).slice(0, 10));
      await api.integration.post('posts/', { posts: [{ title: secret }] });
      await api.owner.put('settings/', { settings: [{ key: 'title', value: secret }] });
      await api.anonymous.post('session/', { username: 'owner@example.com', password: secret });
    }
    expect(lines.slice(before).filter((line) => line.includes('"level":"error"')).length).toBeGreaterThan(10);
    expect(found()).toEqual([]);
  });

  it('contain no secret that is created or mailed', async () => {
    await api.dataSource.query('alter table publishing.settings_gone rename to settings');
    await api.dataSource.query('alter table publishing.posts_gone rename to posts');
    const created = await api.owner.post('integrations/', { integrations: [{ name: 'New' }] });
    const keys = created.one('integrations').api_keys as { secret: string }[];
    expect(keys).toHaveLength(2);
    expect(secretsIn(lines.join(''), Object.fromEntries(keys.map(({ secret }, index) => [index, secret])))).toEqual([]);
  });

  it('contain the route and its other parameters', () => {
    const urls = lines.map((line) => (JSON.parse(line) as { url?: string }).url);
    expect(urls).toEqual(expect.arrayContaining([`${ADMIN}/site/`, `${ADMIN}/posts/?key=[redacted]`]));
  });

  it('contain no secret in traces', async () => {
    await stopTracing();
    expect(collector.text()).toContain('GET /ghost/api/v3/admin/');
    expect(secretsIn(collector.text(), secrets)).toEqual([]);
  });
});
