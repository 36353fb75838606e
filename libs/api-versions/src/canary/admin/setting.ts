import { settingDefinition } from '@almanac/resource-fields';
import { utcSeconds } from '../../serialization/dates';
import { stored } from '../../serialization/fields';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import type { SettingView } from '../../views';

/** Settings that are stored as text, and are booleans in responses that contain them. */
const booleanKeys = new Set(['amp', 'is_private', 'force_i18n']);

function valueOf({ key, value }: SettingView): string | boolean | null {
  if (booleanKeys.has(key)) return value === 'true';
  return value === '' ? null : value;
}

/** A setting. A list or an object is returned as a string of JSON, and an empty string as null. */
export const setting = serializerOf<SettingView>(
  storedFields<SettingView>(settingDefinition, 'staff', {
    formatInstant: utcSeconds,
    replacements: { value: stored('value', { type: ['string', 'boolean', 'null'] }, valueOf) },
  }),
);
