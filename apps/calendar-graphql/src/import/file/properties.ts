import { ValidationError } from '@almanac/errors';
import ICAL from 'ical.js';
import { type Component, type ContentLine } from './content-lines';

/** A parsed property, with the parts of a property in jCal (RFC 7265 §3.4). */
export interface Property {
  /** The value of each parameter by its name in lower case. */
  parameters: Record<string, string>;
  /** The value type, e.g. `date-time`. */
  type: string;
  /** Strings, except for some value types: a `period`, for example, is an array of two strings. */
  values: unknown[];
}

/** Reads a content line. @throws ValidationError for a line that breaks the grammar */
function readProperty({ name, text }: ContentLine): Property {
  try {
    const [, parameters, type, ...values]: [string, Record<string, string>, string, ...unknown[]] =
      ICAL.parse.property(text);
    return { parameters, type, values };
  } catch (error) {
    throw new ValidationError(`${name} is not valid.`, { cause: error });
  }
}

/** The properties with a name, in the order of the file. @throws ValidationError if one breaks the grammar */
export function readProperties({ contentLines }: Component, name: string): Property[] {
  return contentLines.filter((each) => each.name === name).map(readProperty);
}

/** The first property with a name. @throws ValidationError if it breaks the grammar */
export function findProperty({ contentLines }: Component, name: string): Property | undefined {
  const found = contentLines.find((each) => each.name === name);
  return found && readProperty(found);
}

/** Matches the name and the parameters of a content line. A quoted parameter can contain colons (RFC 5545 §3.2). */
const NAME_AND_PARAMETERS = /^[^:"]*(?:"[^"]*"[^:"]*)*:/;

/** The value of the first property with a name, as the file contains it; undefined when the component does not have the property. */
export function findRawValue({ contentLines }: Component, name: string): string | undefined {
  const found = contentLines.find((each) => each.name === name);
  return found?.text.replace(NAME_AND_PARAMETERS, '').trim();
}

/**
 * The text of the first property with a name, without escapes; several values are joined with commas. Undefined when it is absent or blank.
 * @throws ValidationError if it breaks the grammar
 */
export function findText(component: Component, name: string): string | undefined {
  const text = findProperty(component, name)?.values.map(String).join(',').trim();
  return text === '' ? undefined : text;
}
