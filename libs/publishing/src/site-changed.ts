import { recordEvent, type NewOutboxEvent } from '@almanac/outbox';
import type { PublishingSettings, WriteScope } from './write-scope';

/** The event that what visitors see of the site changed; `cause` is the row whose change it was. */
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

/** Records in the verb's transaction that what visitors see changed, where no single post or tag is the cause: once, however often it is called. */
export async function recordSiteChanged({ manager, settings }: WriteScope): Promise<void> {
  const [row] = await manager.query<{ id: string }[]>('select pg_current_xact_id()::text as id');
  await recordEvent(manager, siteChangedEvent(settings, { id: 'site', revision: Number(row?.id) }));
}
