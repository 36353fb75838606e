import { roleDefinition } from '@almanac/resource-fields';
import { Entity } from 'typeorm';
import { withColumns } from './with-columns';

@Entity({ name: 'roles', schema: 'publishing' })
export class Role extends withColumns(roleDefinition) {}
