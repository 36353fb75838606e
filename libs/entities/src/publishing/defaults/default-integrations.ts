import type { ApiKey } from '../api-key.entity';
import type { Integration } from '../integration.entity';
import type { RoleName } from '@almanac/resource-fields';

interface DefaultIntegration extends Pick<Integration, 'name' | 'slug' | 'type' | 'description'> {
  keys: { type: ApiKey['type']; role: RoleName }[];
}

/** The integrations that every site has. The API does not list integrations of the type `internal`. */
export const defaultIntegrations: readonly DefaultIntegration[] = [
  {
    name: 'Zapier',
    slug: 'zapier',
    type: 'builtin',
    description: 'Built-in Zapier integration',
    keys: [{ type: 'admin', role: 'Admin Integration' }],
  },
  {
    name: 'Ghost Scheduler',
    slug: 'ghost-scheduler',
    type: 'internal',
    description: 'Internal Scheduler integration',
    keys: [{ type: 'admin', role: 'Scheduler Integration' }],
  },
  {
    name: 'Ghost Backup',
    slug: 'ghost-backup',
    type: 'internal',
    description: 'Internal DB Backup integration',
    keys: [{ type: 'admin', role: 'DB Backup Integration' }],
  },
];
