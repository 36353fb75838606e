import { settingDefinition } from '@almanac/resource-fields';
import { Entity } from 'typeorm';
import { withColumns } from './with-columns';

/** A setting of the site: a key and its value. */
@Entity({ name: 'settings', schema: 'publishing' })
export class Setting extends withColumns(settingDefinition) {}
