import { Setting } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** The switches of what is tried out: `members` among them. */
export async function labsOf(manager: EntityManager): Promise<Record<string, boolean>> {
  const setting = await manager.findOneBy(Setting, { key: 'labs' });
  const labs: unknown = setting?.value ? JSON.parse(setting.value) : {};
  if (typeof labs !== 'object' || labs === null) return {};
  return Object.fromEntries(Object.entries(labs).map(([name, isOn]) => [name, isOn === true]));
}
