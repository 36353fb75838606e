import type { EntityManager } from 'typeorm';
import { OUTAGE_PAUSE_SECONDS } from './retry-pauses';

/** What failed for the whole newsletter. */
export interface Outage {
  /** The reason, e.g. the message of the mail server. */
  error: string;
  /** If the outage has lasted this number of hours, the newsletter fails. */
  giveUpAfterHours: number;
}

/**
 * Postpones a newsletter that cannot be rendered, or that cannot be sent because the mail server accepts no mail. The pause is a quarter of
 * the duration of the outage, within `OUTAGE_PAUSE_SECONDS`. Marks the newsletter as failed if the outage has lasted too long.
 * @returns whether the newsletter was marked as failed
 */
export async function recordOutage(
  manager: EntityManager,
  emailId: string,
  { error, giveUpAfterHours }: Outage,
): Promise<boolean> {
  const [rows] = await manager.query<[{ status: string }[], number]>(
    `update publishing.emails set error = $2, updated_at = now(), failing_since = coalesce(failing_since, now()),
       next_attempt_at = now() + make_interval(secs => least($4::float8, greatest($3::float8,
         coalesce(extract(epoch from now() - failing_since), 0)::float8 / 4))),
       status = case when failing_since < now() - make_interval(hours => $5::int) then 'failed' else status end
     where id = $1 and status in ('pending', 'submitting') returning status`,
    [emailId, error, OUTAGE_PAUSE_SECONDS.min, OUTAGE_PAUSE_SECONDS.max, giveUpAfterHours],
  );
  return rows[0]?.status === 'failed';
}
