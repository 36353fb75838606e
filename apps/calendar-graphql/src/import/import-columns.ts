import { type CalendarEvent, type EventInformation, type OverrideLocation } from '@almanac/entities';
import { checkInput, EventDetailsDto, isLanguageTag } from '@almanac/validation';
import { detailColumns } from '../events/event-input';
import { inputError } from '../graphql/input-error';
import { locationText } from '../icalendar/calendar-text';
import { type FileEvent } from './file/file-event';

/** BCP 47: the language is not known. */
const UNDETERMINED = 'und';
const UNTITLED = '(no title)';

/** The form in which texts are compared: with `\n` as line end, and without outer spaces. */
function writtenForm(text: string | null): string {
  return (text ?? '').replaceAll(/\r\n?/g, '\n').trim();
}

function isSameText(one: string | null, other: string | null): boolean {
  return writtenForm(one) === writtenForm(other);
}

/**
 * Title and description of a component, which has one language. The known entries stay when a feed would write the first one as the
 * file does, so that importing a feed of this calendar changes nothing. Otherwise the entry of the component replaces the first known
 * entry, and any other one in its language.
 * @param known the entries of the event
 */
export function informationOf(file: FileEvent, known: readonly EventInformation[]): EventInformation[] {
  const [first, ...others] = known;
  const title = file.title ?? first?.title ?? UNTITLED;
  const written = file.language !== null && isLanguageTag(file.language) ? file.language : undefined;
  const isSameLanguage = written === undefined || written.toLowerCase() === first?.language.toLowerCase();
  if (first && isSameLanguage && isSameText(title, first.title) && isSameText(file.description, first.description)) {
    return [...known];
  }
  const language = written ?? first?.language ?? UNDETERMINED;
  const rest = others.filter((other) => other.language.toLowerCase() !== language.toLowerCase());
  return [{ language, title, description: file.description }, ...rest];
}

/**
 * The location of a component. The first line of LOCATION is its name. A known location stays when a feed would write it as the file
 * does.
 */
export function locationOf(file: FileEvent, known: OverrideLocation | undefined): OverrideLocation {
  if (known && isSameText(file.location, locationText(known.name, known.address))) return known;
  const [name = null, ...rest] = file.location?.split('\n') ?? [];
  return { name, address: rest.length > 0 ? rest.join('\n') : null };
}

/**
 * The columns of an imported event except its time.
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
  // A known event keeps its UID. An event that was not imported has none, and its id counts as UID.
  return { ...detailColumns(input), ...(!known && { uid: file.uid }) };
}
