import { Setting } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** The title of the site; an empty string if it has none. */
export async function readSiteTitle(manager: EntityManager): Promise<string> {
  const setting = await manager.findOneBy(Setting, { key: 'title' });
  return setting?.value ?? '';
}
