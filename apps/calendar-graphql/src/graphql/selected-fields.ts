import { type GraphQLResolveInfo } from 'graphql';
import { reduceSelections } from '../limits/selections';

/** The names of all fields selected below the resolved field, at any depth. */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { selectionSet } of fieldNodes) {
    if (!selectionSet) continue;
    // The reduced value is not used: `field` collects the names.
    reduceSelections<null>(selectionSet, (name) => fragments[name], {
      empty: null,
      field: (field, reduce) => {
        names.add(field.name.value);
        return field.selectionSet ? reduce(field.selectionSet) : null;
      },
      combine: () => null,
    });
  }
  return names;
}
