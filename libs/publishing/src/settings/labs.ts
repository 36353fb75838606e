import { Setting } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Reads the feature flags in the setting `labs`: by name, e.g. `members`, whether the flag is on. */
export async function readLabs(manager: EntityManager): Promise<Record<string, boolean>> {
  const setting = await manager.findOneBy(Setting, { key: 'labs' });
  const labs: unknown = setting?.value ? JSON.parse(setting.value) : {};
  if (typeof labs !== 'object' || labs === null) return {};
  return Object.fromEntries(Object.entries(labs).map(([name, isOn]) => [name, isOn === true]));
}
