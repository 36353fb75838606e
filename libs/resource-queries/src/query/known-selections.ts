import type { Resource, Selection } from '../resource';

/** Clients ask for a handful, in few words; whoever makes up more gets each of them made anew. */
const MOST_KNOWN = 500;
const LONGEST_KNOWN = 500;
const known = new Map<string, Selection>();

/**
 * One object for all selections that ask for the same: what is made of a selection (a serializer's plan, a statement's text) is
 * kept with the object, and made once.
 */
export function knownSelection(selection: Selection): Selection {
  const key = JSON.stringify([selection.leading, selection.fields, selection.include, selection.formats]);
  const same = known.get(key);
  if (same || known.size >= MOST_KNOWN || key.length > LONGEST_KNOWN) return same ?? selection;
  known.set(key, Object.freeze(selection));
  return selection;
}

/** Keeps what is made of a resource and a selection for as long as the selection lives. */
export function keptWithSelection<T>(
  make: <Row>(resource: Resource<Row>, selection: Selection) => T,
): <Row>(resource: Resource<Row>, selection: Selection) => T {
  const kept = new WeakMap<Selection, Map<object, T>>();
  return (resource, selection) => {
    const made = kept.get(selection) ?? new Map<object, T>();
    if (!kept.has(selection)) kept.set(selection, made);
    const value = made.get(resource) ?? make(resource, selection);
    made.set(resource, value);
    return value;
  };
}
