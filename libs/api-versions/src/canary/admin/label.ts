import { labelDefinition } from '@almanac/resource-fields';
import { utcSeconds } from '../../serialization/dates';
import { integerSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import type { LabelView } from '../../views';

/** A label of members. With `include=count.members` and without `fields`, it has the number of its members. */
export const label = serializerOf<LabelView>([
  ...storedFields<LabelView>(labelDefinition, 'staff', { formatInstant: utcSeconds }),
  {
    name: 'count',
    schema: {
      type: 'object',
      properties: { members: integerSchema },
      required: ['members'],
      additionalProperties: false,
    },
    read: (entity) => entity.count,
    isShown: ({ fields, include }) =>
      fields === undefined && (include === undefined || include.includes('count.members')),
    isOwnColumn: false,
    isOptional: true,
  },
]);
