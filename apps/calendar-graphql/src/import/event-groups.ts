import { type FileEvent } from './file/file-event';
import { type EventGroup } from './plan-event';

/**
 * Groups the components of a file by UID. Of several versions of one component (equal UID and RECURRENCE-ID), only the one with the
 * greatest SEQUENCE is used; of those with equal SEQUENCE, the last.
 */
export class EventGroups {
  /** The versions in use, by UID and then by RECURRENCE-ID (null for a component without it). */
  private readonly newest = new Map<string, Map<string | null, FileEvent>>();

  /** Adds a component. Returns the version that is no longer used: `event` or an earlier one; undefined when this is the only version. */
  add(event: FileEvent): FileEvent | undefined {
    const versions = this.newest.get(event.uid) ?? new Map<string | null, FileEvent>();
    this.newest.set(event.uid, versions);
    const earlier = versions.get(event.recurrenceId);
    if (earlier && event.sequence < earlier.sequence) return event;
    versions.set(event.recurrenceId, event);
    return earlier;
  }

  get uids(): string[] {
    return [...this.newest.keys()];
  }

  of(uid: string): EventGroup {
    const all = [...(this.newest.get(uid)?.values() ?? [])];
    return {
      uid,
      master: all.find(({ recurrenceId }) => recurrenceId === null),
      overrides: all.filter(({ recurrenceId }) => recurrenceId !== null),
    };
  }
}
