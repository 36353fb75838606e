import { settingDefinition } from '@almanac/resource-fields';
import { Entity } from 'typeorm';
import { withColumns } from './with-columns';

@Entity({ name: 'settings', schema: 'publishing' })
export class Setting extends withColumns(settingDefinition) {}
