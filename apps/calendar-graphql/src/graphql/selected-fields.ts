import { type GraphQLResolveInfo } from 'graphql';
import { measureSelections } from '../limits/selections';

/** The names of all fields selected below the one that is being resolved, at any depth. */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { selectionSet } of fieldNodes) {
    if (!selectionSet) continue;
    measureSelections<null>(selectionSet, (name) => fragments[name], {
      nothing: null,
      field: (field, below) => {
        names.add(field.name.value);
        return field.selectionSet ? below(field.selectionSet) : null;
      },
      join: () => null,
    });
  }
  return names;
}
