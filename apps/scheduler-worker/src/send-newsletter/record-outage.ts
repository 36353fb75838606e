import type { EntityManager } from 'typeorm';
import { GIVE_UP_AFTER_HOURS, OUTAGE_PAUSE_SECONDS } from './retry-pauses';

/**
 * Postpones a newsletter because the mail server accepts no mail. The pause is a quarter of the duration of the outage, within
 * `OUTAGE_PAUSE_SECONDS`. If the outage has lasted a day, this function marks the newsletter as failed.
 * @param error the message of the mail server
 * @returns whether the newsletter was marked as failed
 */
export async function recordOutage(manager: EntityManager, emailId: string, error: string): Promise<boolean> {
  const [rows] = await manager.query<[{ status: string }[], number]>(
    `update publishing.emails set error = $2, updated_at = now(), failing_since = coalesce(failing_since, now()),
       next_attempt_at = now() + make_interval(secs => least($4::float8, greatest($3::float8,
         coalesce(extract(epoch from now() - failing_since), 0)::float8 / 4))),
       status = case when failing_since < now() - make_interval(hours => $5::int) then 'failed' else status end
     where id = $1 and status = 'submitting' returning status`,
    [emailId, error, OUTAGE_PAUSE_SECONDS.min, OUTAGE_PAUSE_SECONDS.max, GIVE_UP_AFTER_HOURS],
  );
  return rows[0]?.status === 'failed';
}
