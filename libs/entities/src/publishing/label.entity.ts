import { labelDefinition } from '@almanac/resource-fields';
import { Entity } from 'typeorm';
import { withColumns } from './with-columns';

/** A label that groups members. */
@Entity({ name: 'labels', schema: 'publishing' })
export class Label extends withColumns(labelDefinition) {}
