import { addIntegration, addOwner, addUser, createTestDatabase, type TestDatabase } from '@almanac/testing';
import { hash } from 'bcryptjs';
import { createHash, createPublicKey } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { SiteView } from '@almanac/api-versions';
import { sendRequest } from './service-requests';
import { Credentials, type Secrets } from './credentials';
import { FilledSite, PASSWORD } from './filled-site';
import { RecordedIdentities } from './recorded-identities';
import { type RecordedExchanges } from './exchange';
import { Replay } from './replay';
import { ServicesUnderTest } from './services-under-test';
import { MissingSteps } from './missing-steps';
import { webhookStepRunner, type WebhookEvent } from './webhook-step-runner';
import type { Script } from './webhook-steps';

/** The lists whose resources are matched with recorded ones. */
const resources = ['posts', 'pages', 'tags', 'users', 'members', 'roles', 'integrations', 'settings'];

/** The site with the staff and content that the recorded exchanges expect, and its services. */
export class SiteUnderTest {
  private constructor(
    readonly replay: Replay,
    readonly services: ServicesUnderTest,
    private readonly site: FilledSite,
    private readonly database: TestDatabase,
    private readonly client: Client,
  ) {}

  static async open(recorded: RecordedExchanges): Promise<SiteUnderTest> {
    const database = await createTestDatabase();
    const source = await database.publishing();
    const services = await ServicesUnderTest.start(database.url);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await addStaff(source);
    const { contentKey: content, adminKey: admin } = await addIntegration(source.manager, {
      name: 'Oracle Integration',
      slug: 'oracle-integration',
    });
    const origins = { site: services.contentApi, contentApi: services.contentApi, adminApi: services.adminApi };
    const site = new FilledSite(origins, { content, admin });
    for (const [key, value] of Object.entries(siteSettings)) await setSetting(client, key, value);
    await site.fill(recorded.dataSet());
    await signInAndEditProfiles(site);
    const credentials = new Credentials(site, await secretsOf(client));
    const identities = new RecordedIdentities();
    await matchIdentities(identities, recorded, site);
    const missingSteps = new MissingSteps(site, identities, credentials, client);
    const replay = new Replay(site, identities, credentials, missingSteps);
    return new SiteUnderTest(replay, services, site, database, client);
  }

  async close(): Promise<void> {
    await this.services.stop();
    await this.client.end();
    await this.database.drop();
  }

  /** The URL and the time zone of the site, with which responses are rendered. */
  get view(): SiteView {
    return { url: this.site.origins.site, timezone: 'Etc/UTC' };
  }

  /** Runs a webhook step. @returns the outbox events that it recorded, except those of mails */
  async outboxEventsOf(script: Script): Promise<WebhookEvent[]> {
    const cookie = await this.site.signIn('owner@example.com');
    const runner = webhookStepRunner(this.site, cookie);
    const prepared = script.resource === 'settings' ? undefined : await runner.prepare(script);
    const { rows: last } = await this.client.query(
      'select coalesce(max(position), 0) as position from publishing.outbox',
    );
    await runner.run(script, prepared);
    const { rows } = await this.client.query<WebhookEvent>(
      `select event, payload from publishing.outbox where position > $1 and subject_type <> 'mail' order by position`,
      [last[0]?.position],
    );
    return rows;
  }

  async removePosts(...slugs: string[]): Promise<void> {
    await this.client.query('delete from publishing.posts where slug = any($1)', [slugs]);
  }

  /** Changes a setting in the database. */
  async setSetting(key: string, value: string | null): Promise<void> {
    await setSetting(this.client, key, value);
  }
}

const siteSettings = {
  title: 'Oracle Site',
  logo: 'https://static.example/logo.svg',
  cover_image: 'https://static.example/cover.png',
  facebook: 'ghost',
  twitter: 'tryghost',
};

async function setSetting(client: Client, key: string, value: string | null): Promise<void> {
  await client.query('update publishing.settings set value = $2 where key = $1', [key, value]);
}

/** On the recorded site, these users had signed in, and the owner had edited their profile 16 times. */
async function signInAndEditProfiles(site: FilledSite): Promise<void> {
  for (const who of ['author', 'editor', 'contributor']) await site.signIn(`${who}@example.com`);
  const cookie = await site.signIn('owner@example.com');
  for (let edits = 0; edits < 16; edits++) {
    await sendRequest({
      method: 'PUT',
      url: `${site.origins.adminApi}/ghost/api/v3/admin/users/1/`,
      headers: { cookie, origin: site.origins.site, 'content-type': 'application/json' },
      body: JSON.stringify({ users: [{ location: edits % 2 === 0 ? 'Here' : null }] }),
    });
  }
}

/** The profile of the user Ghost, whom each new Ghost site has. */
const profile = {
  profileImage: 'https://static.example/ghost.png',
  bio: 'Writes the first posts of every site.',
  website: 'https://example.com',
  location: 'The Internet',
  facebook: 'ghost',
  twitter: '@tryghost',
};

async function addStaff(source: DataSource): Promise<void> {
  const secret = await hash(PASSWORD, 4);
  const { manager } = source;
  await addOwner(manager, { name: 'Oracle Owner', slug: 'oracle', email: 'owner@example.com', password: secret });
  const staff = [
    { name: 'Alice Author', slug: 'alice', email: 'author@example.com', role: 'Author' },
    { name: 'Edgar Editor', slug: 'edgar', email: 'editor@example.com', role: 'Editor' },
    { name: 'Connie Contributor', slug: 'connie', email: 'contributor@example.com', role: 'Contributor' },
    { name: 'Ghost', slug: 'ghost', email: 'ghost-author@example.com', role: 'Contributor', ...profile },
  ] as const;
  for (const user of staff) await addUser(manager, { ...user, password: secret });
}

/** Reads the secrets of the site from the database. */
async function secretsOf(client: Client): Promise<Secrets> {
  const { rows: keys } = await client.query(
    `select k.id, k.secret from publishing.api_keys k join publishing.integrations i on i.id = k.integration_id
     where i.slug = 'ghost-scheduler' and k.type = 'admin'`,
  );
  const { rows: settings } = await client.query(
    "select value from publishing.settings where key = 'members_private_key'",
  );
  const memberPrivateKey = String(settings[0]?.value);
  return { scheduler: keys[0], memberPrivateKey, memberKeyId: keyIdOf(memberPrivateKey) };
}

/** The thumbprint (RFC 7638) of the public key, which is the `kid` of member tokens. */
function keyIdOf(privateKey: string): string {
  const { e, kty, n } = createPublicKey(privateKey).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
}

/** Maps the ids in all recorded responses to those of the resources with the same natural keys. */
async function matchIdentities(
  identities: RecordedIdentities,
  recorded: RecordedExchanges,
  site: FilledSite,
): Promise<void> {
  for (const { exchanges } of ['v2', 'v3'].flatMap((version) => recorded.areas(version))) {
    for (const { response } of exchanges) {
      const { body } = response;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) continue;
      for (const [kind, items] of Object.entries(body)) identities.observe(kind, items);
    }
  }
  const cookie = await site.signIn('owner@example.com');
  for (const resource of resources) identities.match(resource, await site.list(resource, cookie));
}
