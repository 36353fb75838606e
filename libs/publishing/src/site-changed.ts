import { recordEvent, type NewOutboxEvent } from '@almanac/outbox';
import type { PublishingSettings, WriteScope } from './write-scope';

/**
 * The outbox event for a change of the public site.
 * @param cause identifies the event: id and revision of a changed row, or `site` and the start of the transaction
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
 * Records `site.changed` for a change that is not about a single post or tag. The revision of the event is the start of the transaction
 * in microseconds, and the outbox stores one such event per revision. So a second call in the same transaction records nothing. Ids of
 * transactions would start again on a server that was restored from a dump.
 */
export async function recordSiteChanged({ manager, settings }: WriteScope): Promise<void> {
  const [row] = await manager.query<{ id: string }[]>(
    'select (extract(epoch from now()) * 1000000)::bigint::text as id',
  );
  await recordEvent(manager, siteChangedEvent(settings, { id: 'site', revision: Number(row?.id) }));
}
