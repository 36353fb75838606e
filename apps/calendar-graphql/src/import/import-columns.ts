import { type CalendarEvent, type EventInformation, type OverrideLocation } from '@almanac/entities';
import { checkInput, EventDetailsDto, isLanguageTag } from '@almanac/validation';
import { detailColumns } from '../events/event-input';
import { inputError } from '../graphql/input-error';
import { locationText } from '../icalendar/calendar-text';
import { type FileEvent } from './file/file-event';

/** The BCP 47 tag of an unknown language. */
const UNDETERMINED = 'und';
const UNTITLED = '(no title)';

/** The form in which texts are compared: with `\n` as line end, and without spaces at both ends; null becomes ''. */
function comparedForm(text: string | null): string {
  return (text ?? '').replaceAll(/\r\n?/g, '\n').trim();
}

function isSameText(one: string | null, other: string | null): boolean {
  return comparedForm(one) === comparedForm(other);
}

/**
 * The titles and descriptions of an event after the import of a component. A component has only one language, and feeds of this calendar
 * contain only the first entry of an event. If the component equals the first known entry, all known entries stay, so that the import of a
 * feed of this calendar changes nothing. Otherwise the component replaces the first entry, and any other entry in its language.
 * @param known the entries of the event before the import; empty for a new event
 */
export function informationOf(file: FileEvent, known: readonly EventInformation[]): EventInformation[] {
  const [first, ...others] = known;
  const title = file.title ?? first?.title ?? UNTITLED;
  const fileLanguage = file.language !== null && isLanguageTag(file.language) ? file.language : undefined;
  const isSameLanguage = fileLanguage === undefined || fileLanguage.toLowerCase() === first?.language.toLowerCase();
  if (first && isSameLanguage && isSameText(title, first.title) && isSameText(file.description, first.description)) {
    return [...known];
  }
  const language = fileLanguage ?? first?.language ?? UNDETERMINED;
  const rest = others.filter((other) => other.language.toLowerCase() !== language.toLowerCase());
  return [{ language, title, description: file.description }, ...rest];
}

/**
 * The location of a component: the first line of LOCATION is the name, the rest is the address. If LOCATION equals the text that feeds of
 * this calendar contain for the known location, this function returns the object `known` itself.
 */
export function locationOf(file: FileEvent, known: OverrideLocation | undefined): OverrideLocation {
  if (known && isSameText(file.location, locationText(known.name, known.address))) return known;
  const [name = null, ...rest] = file.location?.split('\n') ?? [];
  return { name, address: rest.length > 0 ? rest.join('\n') : null };
}

/**
 * The columns of an imported event except those of its time.
 * @param known the event before the import; undefined for a new event
 * @throws ValidationError when the calendar does not accept a value
 */
export function columnsOf(file: FileEvent, known: CalendarEvent | undefined): Partial<CalendarEvent> {
  const { name, address } = locationOf(file, known && { name: known.locationName, address: known.locationAddress });
  const { input, issues } = checkInput(EventDetailsDto, {
    info: informationOf(file, known?.information ?? []),
    location: { name, address },
    meta: { tags: file.tags },
    status: file.status ?? 'confirmed',
  });
  if (issues.length > 0) throw inputError(issues);
  // A known event keeps its UID. If it was not created by an import, `uid` is null, and its id is its UID.
  return { ...detailColumns(input), ...(!known && { uid: file.uid }) };
}
