import type { Occurrence } from '@almanac/client';
import { changedFields } from '../../api/changed-fields.ts';
import { type LocalTimes, localTimes } from './form-model.ts';

/** The texts in one language. */
interface Texts {
  /** A BCP 47 tag. */
  language: string;
  title: string;
  description: string | null;
}

/** The fields of the dialog that changes an occurrence. */
export interface OccurrenceFields {
  /** The fields show no seconds, so the times can differ from the stored ones. */
  times: LocalTimes;
  info: Texts[];
  place: string;
}

/** The occurrences to change: only the occurrence, or also all that follow it. */
export type Scope = 'this' | 'following';

export interface OccurrenceChanges {
  times?: LocalTimes;
  info?: Texts[];
  location?: { name: string | null; address: string | null };
}

const textsOf = ({ info }: Pick<Occurrence, 'info'>): Texts[] => info.filter((entry) => entry !== null);

/** The fields of the dialog before the user changes them. */
export function fieldsOfOccurrence(node: Occurrence): OccurrenceFields {
  const { utcStart, utcEnd, event } = node.occurrence;
  return {
    times: localTimes(utcStart, utcEnd, node.isAllDay, event.time.timeZone ?? 'UTC'),
    info: textsOf(node),
    place: node.location.name ?? '',
  };
}

/**
 * The values that the user has changed. The calendar replaces the texts and the location as a whole, so the result also contains the
 * parts that the dialog does not show or the user has not changed. For `following`, these parts are those of the series: the occurrence can
 * have texts or a location of its own, which the occurrences that follow must not get.
 */
export function changesOfOccurrence(node: Occurrence, fields: OccurrenceFields, scope: Scope): OccurrenceChanges {
  const initial = fieldsOfOccurrence(node);
  const { times, info } = changedFields(initial, fields);
  const stored = scope === 'following' ? node.occurrence.event : node;
  const place = fields.place.trim();
  return {
    ...(times && { times }),
    ...(info && { info: withNewTitles(textsOf(stored), info, initial.info) }),
    ...(place !== initial.place.trim() && { location: { name: place || null, address: stored.location.address } }),
  };
}

/** The stored texts with the titles that differ between `info` and `initial`, which have the same languages. */
function withNewTitles(stored: Texts[], info: Texts[], initial: Texts[]): Texts[] {
  const changed = info.filter(({ title }, index) => title !== initial[index]?.title);
  const titles = new Map(changed.map(({ language, title }) => [language, title]));
  const added = changed.filter(({ language }) => !stored.some((entry) => entry.language === language));
  return [...stored.map((entry) => ({ ...entry, title: titles.get(entry.language) ?? entry.title })), ...added];
}
