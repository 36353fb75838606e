import { ValidationError } from '@almanac/errors';
import ICAL from 'ical.js';
import { type Component, type ContentLine } from './content-lines';

/** A property as jCal (RFC 7265 §3.4) has it. */
export interface Property {
  /** By names in lower case. */
  parameters: Record<string, string>;
  /** The value type, e.g. `date-time`. */
  type: string;
  /** Strings, except for some types: `period` is a list of two, for example. */
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

/** The properties of a name, in their order. */
export function propertiesOf({ contentLines }: Component, name: string): Property[] {
  return contentLines.filter((each) => each.name === name).map(readProperty);
}

/** The first property of a name. */
export function findProperty({ contentLines }: Component, name: string): Property | undefined {
  const found = contentLines.find((each) => each.name === name);
  return found && readProperty(found);
}

/** The name and the parameters of a content line. A quoted parameter can contain colons (RFC 5545 §3.2). */
const NAME_AND_PARAMETERS = /^[^:"]*(?:"[^"]*"[^:"]*)*:/;

/** The value of a property as it is written; undefined when the component does not have the property. */
export function findRawValue({ contentLines }: Component, name: string): string | undefined {
  const found = contentLines.find((each) => each.name === name);
  return found?.text.replace(NAME_AND_PARAMETERS, '').trim();
}

/** The text of a property without escapes; undefined when it is absent or blank. */
export function findText(component: Component, name: string): string | undefined {
  const text = findProperty(component, name)?.values.map(String).join(',').trim();
  return text === '' ? undefined : text;
}
