import { labelDefinition } from '@almanac/resource-fields';
import { Entity } from 'typeorm';
import { withColumns } from './with-columns';

/** A word that groups members. */
@Entity({ name: 'labels', schema: 'publishing' })
export class Label extends withColumns(labelDefinition) {}
