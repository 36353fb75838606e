import { stored, storedText } from '../../serialization/fields';
import { serializerOf } from '../../serialization/serializer';
import type { SettingView } from '../../views';
import { createdAndUpdated } from './dates';

/** Settings that are switches: stored as text, given as booleans. */
const switches = new Set(['amp', 'is_private', 'force_i18n']);

function valueOf({ key, value }: SettingView): string | boolean | null {
  if (switches.has(key)) return value === 'true';
  return value === '' ? null : value;
}

/** A row of the settings; lists and objects are JSON text. */
export const setting = serializerOf<SettingView>([
  storedText('id', (entity) => entity.id),
  storedText('key', (entity) => entity.key),
  stored('value', { type: ['string', 'boolean', 'null'] }, valueOf),
  storedText('type', (entity) => entity.type),
  ...createdAndUpdated<SettingView>(),
]);
