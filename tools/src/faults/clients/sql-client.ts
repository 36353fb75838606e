import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { type KnownPost, type PostClient, RefusedError } from './post-client';

const newId = (): string => randomBytes(12).toString('hex');

/**
 * A client that writes to the database, in one transaction for each operation. The commit acknowledges the operation. It allows short runs:
 * a due time can be less than two minutes ahead, which the Admin API does not accept.
 */
export class SqlClient implements PostClient {
  readonly noticeMs = 1_500;
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = new Pool({ connectionString: url, max: 8, connectionTimeoutMillis: 5_000 });
    this.pool.on('error', () => undefined);
  }

  async schedule(title: string, dueAt: Date): Promise<KnownPost> {
    const id = newId();
    await this.pool.query(
      `with added as (
         insert into publishing.posts (id, uuid, title, slug, status, published_at, created_at, created_by, updated_at)
         values ($1, gen_random_uuid(), $2, $1, 'scheduled', $3, now(), '1', now()) returning id)
       insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
       select $4, 'post', id, 1, 'post.scheduled', '{"current": {}, "previous": {}}' from added`,
      [id, title, dueAt, newId()],
    );
    return { id, updatedAt: '' };
  }

  reschedule({ id }: KnownPost, dueAt: Date): Promise<void> {
    return this.change(id, 'post.rescheduled', 'published_at = $3', [dueAt]);
  }

  unschedule({ id }: KnownPost): Promise<void> {
    return this.change(id, 'post.unscheduled', `status = 'draft'`, []);
  }

  edit({ id }: KnownPost, title: string): Promise<void> {
    return this.change(id, 'post.edited', 'title = $3', [title]);
  }

  async delete({ id }: KnownPost): Promise<void> {
    const { rowCount } = await this.pool.query(`delete from publishing.posts where id = $1 and status = 'scheduled'`, [
      id,
    ]);
    if (!rowCount) throw new RefusedError('The post is not scheduled any more.');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** @param assignment SQL that changes a column; its value is $3 */
  private async change(id: string, event: string, assignment: string, values: (Date | string)[]): Promise<void> {
    const { rowCount } = await this.pool.query(
      `with changed as (
         update publishing.posts set ${assignment}, revision = revision + 1 where id = $1 and status = 'scheduled'
         returning id, revision)
       insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
       select $2, 'post', id, revision, '${event}', '{"current": {}, "previous": {}}' from changed`,
      [id, newId(), ...values],
    );
    if (!rowCount) throw new RefusedError('The post is not scheduled any more.');
  }
}
