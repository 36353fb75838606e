import type { RoleName } from '@almanac/resource-fields';

/** All roles, in the order in which the API lists them. */
export const defaultRoles: readonly { name: RoleName; description: string }[] = [
  { name: 'Administrator', description: 'Administrators' },
  { name: 'Editor', description: 'Editors' },
  { name: 'Author', description: 'Authors' },
  { name: 'Contributor', description: 'Contributors' },
  { name: 'Owner', description: 'Blog Owner' },
  { name: 'Admin Integration', description: 'External Apps' },
  { name: 'DB Backup Integration', description: 'Internal DB Backup Client' },
  { name: 'Scheduler Integration', description: 'Internal Scheduler Client' },
];
