import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { createObjectId } from '../../object-id';
import { ApiKey } from '../api-key.entity';
import { Integration } from '../integration.entity';
import type { RoleName } from '@almanac/resource-fields';
import { Role } from '../role.entity';
import { Setting } from '../setting.entity';
import { defaultIntegrations } from './default-integrations';
import { defaultRoles } from './default-roles';
import { defaultSettings } from './default-settings';

/** A new random secret of an API key: 26 hexadecimal digits for a content key, 64 for an admin key. */
export function createKeySecret(type: ApiKey['type']): string {
  return randomBytes(type === 'content' ? 13 : 32).toString('hex');
}

/** Adds the default rows that are missing: roles, settings and integrations. Existing rows are not changed. */
export async function seedDefaults(manager: EntityManager, now = new Date()): Promise<void> {
  await seedRoles(manager, now);
  await seedSettings(manager, now);
  await seedIntegrations(manager, now);
}

async function seedRoles(manager: EntityManager, now: Date): Promise<void> {
  const known = new Set((await manager.find(Role, { select: { name: true } })).map((role) => role.name));
  const rows = defaultRoles
    .filter((role) => !known.has(role.name))
    .map((role) => ({ ...role, id: createObjectId(), createdAt: now, updatedAt: now }));
  if (rows.length > 0) await manager.insert(Role, rows);
}

async function seedSettings(manager: EntityManager, now: Date): Promise<void> {
  const known = new Set((await manager.find(Setting, { select: { key: true } })).map((setting) => setting.key));
  const rows = defaultSettings()
    .filter((setting) => !known.has(setting.key))
    .map((setting) => ({ ...setting, id: createObjectId(), createdAt: now, updatedAt: now }));
  if (rows.length > 0) await manager.insert(Setting, rows);
}

async function seedIntegrations(manager: EntityManager, now: Date): Promise<void> {
  const roles = new Map<RoleName, string>((await manager.find(Role)).map((role) => [role.name, role.id]));
  for (const { keys, ...integration } of defaultIntegrations) {
    if (await manager.existsBy(Integration, { slug: integration.slug })) continue;
    const id = createObjectId();
    await manager.insert(Integration, { ...integration, id, iconImage: null, createdAt: now, updatedAt: now });
    const rows = keys.map(({ type, role }) => ({
      id: createObjectId(),
      type,
      secret: createKeySecret(type),
      roleId: roles.get(role) ?? null,
      integrationId: id,
      createdAt: now,
      updatedAt: now,
    }));
    await manager.insert(ApiKey, rows);
  }
}
