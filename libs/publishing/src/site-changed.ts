import { recordEvent, type NewOutboxEvent } from '@almanac/outbox';
import type { PublishingSettings, WriteScope } from './write-scope';

/**
 * The outbox event `site.changed`, for a change of the public site, and for every deletion of a post.
 * @param cause the id and revision that make the event unique: those of the changed row. For a change without such a row, call
 *   {@link recordSiteChanged}
 */
export function siteChangedEvent(
  settings: PublishingSettings,
  cause: { id: string; revision: number },
): NewOutboxEvent {
  return {
    subjectType: 'site',
    subjectId: cause.id,
    revision: cause.revision,
    event: 'site.changed',
    payload: {},
    requestId: settings.requestId?.(),
  };
}

/**
 * Records `site.changed` for a change that is not about a single post or tag. The revision of the event is the start time of the
 * transaction in microseconds since 1970. The outbox stores one such event for each revision, so a second call in the same transaction
 * records nothing. Ids of transactions are not used: they start again on a server that was restored from a dump.
 */
export async function recordSiteChanged({ manager, settings }: WriteScope): Promise<void> {
  const [row] = await manager.query<{ startedAt: string }[]>(
    `select (extract(epoch from now()) * 1000000)::bigint::text as "startedAt"`,
  );
  await recordEvent(manager, siteChangedEvent(settings, { id: 'site', revision: Number(row?.startedAt) }));
}
