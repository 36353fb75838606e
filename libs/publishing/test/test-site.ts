import { PublishingOutboxEvent, type User } from '@almanac/entities';
import { LexicalRenderer } from '@almanac/rendering';
import { addOwner, addUser, createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { PostsService, TagsService, type Actor, type RoleName } from '../src';

export const SITE_URL = 'https://site.example';

/** A site with one user of each role, on a database of its own. */
export interface TestSite {
  database: TestDatabase;
  dataSource: DataSource;
  posts: PostsService;
  tags: TagsService;
  owner: Actor;
  editor: Actor;
  author: Actor;
  contributor: Actor;
  integration: Actor;
  scheduler: Actor;
  /** The names of the events recorded since the last call, sorted. */
  takeEvents: () => Promise<string[]>;
  /** The outbox events recorded since the last call, oldest first. */
  takeOutboxEvents: () => Promise<PublishingOutboxEvent[]>;
}

function actor(user: User, role: RoleName): Actor {
  return { kind: 'user', id: user.id, role };
}

/** Creates the site; `database.drop()` removes it. */
export async function createTestSite(): Promise<TestSite> {
  const testDatabase = await createTestDatabase();
  const renderer = new LexicalRenderer();
  const drop = async (): Promise<void> => {
    await renderer.close();
    await testDatabase.drop();
  };
  const dataSource = await testDatabase.publishing();
  const { manager } = dataSource;
  const owner = await addOwner(manager, { slug: 'owner' });
  const editor = await addUser(manager, { role: 'Editor', slug: 'edgar', email: 'Edgar@example.com' });
  const author = await addUser(manager, { role: 'Author', slug: 'alice', email: 'alice@example.com' });
  const contributor = await addUser(manager, { role: 'Contributor', slug: 'connie', email: 'connie@example.com' });
  let seen = '0';
  const takeOutboxEvents = async (): Promise<PublishingOutboxEvent[]> => {
    const outboxEvents = await manager
      .createQueryBuilder(PublishingOutboxEvent, 'outboxEvent')
      .where('outboxEvent.position > :seen', { seen })
      .orderBy('outboxEvent.position')
      .getMany();
    seen = outboxEvents.at(-1)?.position ?? seen;
    return outboxEvents;
  };
  return {
    database: { ...testDatabase, drop },
    dataSource,
    posts: new PostsService({ dataSource, renderer, siteUrl: SITE_URL, requestId: () => 'request-1' }),
    tags: new TagsService({ dataSource, siteUrl: SITE_URL }),
    owner: actor(owner, 'Owner'),
    editor: actor(editor, 'Editor'),
    author: actor(author, 'Author'),
    contributor: actor(contributor, 'Contributor'),
    integration: { kind: 'integration', id: 'a'.repeat(24), role: 'Admin Integration' },
    scheduler: { kind: 'integration', id: 'b'.repeat(24), role: 'Scheduler Integration' },
    takeOutboxEvents,
    takeEvents: async () => (await takeOutboxEvents()).map(({ event }) => event).sort(),
  };
}

/** A mobiledoc of one paragraph. */
export function paragraph(text: string): string {
  return JSON.stringify({
    version: '0.3.1',
    atoms: [],
    cards: [],
    markups: [],
    sections: [[1, 'p', [[0, [], 0, text]]]],
  });
}

/** Resolves when a statement waits for a row lock of another transaction. */
export async function untilStatementWaits({ manager }: DataSource): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await manager.query<object[]>(waiting)).length === 0);
}

/** The time in so many minutes, in whole seconds. */
export function inMinutes(minutes: number): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000 + minutes * 60_000);
}
