import type { Fact } from '@almanac/outbox';
import type { PublishingSettings } from './write-scope';

/** The fact that what visitors see of the site changed; `cause` is the row whose change it was. */
export function siteChangedFact(settings: PublishingSettings, cause: { id: string; revision: number }): Fact {
  return {
    subjectType: 'site',
    subjectId: cause.id,
    revision: cause.revision,
    event: 'site.changed',
    payload: {},
    requestId: settings.requestId?.(),
  };
}
