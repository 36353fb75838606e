import { type FileEvent } from './file/file-event';
import { type EventGroup } from './plan-event';

/**
 * Joins the components of each UID. Of several versions of one component, the one with the greatest SEQUENCE counts; of those with
 * equal SEQUENCE, the last.
 */
export class EventGroups {
  /** By UID, and then by RECURRENCE-ID. */
  private readonly newest = new Map<string, Map<string | null, FileEvent>>();

  /** Adds a component. Returns the version that does not count: this one, a known one, or undefined when there is only one. */
  add(event: FileEvent): FileEvent | undefined {
    const versions = this.newest.get(event.uid) ?? new Map<string | null, FileEvent>();
    this.newest.set(event.uid, versions);
    const other = versions.get(event.recurrenceId);
    if (other && event.sequence < other.sequence) return event;
    versions.set(event.recurrenceId, event);
    return other;
  }

  get uids(): string[] {
    return [...this.newest.keys()];
  }

  of(uid: string): EventGroup {
    const all = [...(this.newest.get(uid)?.values() ?? [])];
    return {
      uid,
      master: all.find(({ replaces }) => !replaces),
      overrides: all.filter(({ replaces }) => replaces),
    };
  }
}
