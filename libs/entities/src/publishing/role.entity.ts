import { roleDefinition } from '@almanac/resource-fields';
import { Entity } from 'typeorm';
import { withColumns } from './with-columns';

/** A role of users or integrations, which decides their permissions. */
@Entity({ name: 'roles', schema: 'publishing' })
export class Role extends withColumns(roleDefinition) {}
