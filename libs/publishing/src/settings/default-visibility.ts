import { Setting } from '@almanac/entities';
import { type PostVisibility, postVisibilities } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';

/** The visibility of new posts and pages that do not set it: the setting `default_content_visibility`, or `public` without a valid one. */
export async function readDefaultVisibility(manager: EntityManager): Promise<PostVisibility> {
  const setting = await manager.findOneBy(Setting, { key: 'default_content_visibility' });
  return postVisibilities.find((visibility) => visibility === setting?.value) ?? 'public';
}
