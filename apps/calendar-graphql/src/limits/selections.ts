import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** Finds a fragment of the document by name. */
export type FragmentLookup = (name: string) => FragmentDefinitionNode | null | undefined;

/** The fragments of a document. */
export function fragmentsOf({ definitions }: DocumentNode): FragmentLookup {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  return (name) => byName.get(name);
}

/** How a measure of one selection set is put together. */
export interface Measure<T> {
  /** Of a set that selects nothing. */
  nothing: T;
  field(field: FieldNode, below: (selections: SelectionSetNode) => T): T;
  join(one: T, other: T): T;
}

/**
 * Measures a selection set with its fragments. Each fragment is measured once, so that fragments that spread fragments
 * cost no more than their text; one that contains itself, which validation reports anyway, counts as nothing.
 */
export function measureSelections<T>(root: SelectionSetNode, fragments: FragmentLookup, measure: Measure<T>): T {
  const known = new Map<string, T>();

  const fragment = (name: string): T => {
    const measured = known.get(name);
    if (measured !== undefined) return measured;
    known.set(name, measure.nothing);
    const selections = fragments(name)?.selectionSet;
    const result = selections ? set(selections) : measure.nothing;
    known.set(name, result);
    return result;
  };

  const set = ({ selections }: SelectionSetNode): T =>
    selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return measure.join(sum, measure.field(selection, set));
      if (selection.kind === Kind.INLINE_FRAGMENT) return measure.join(sum, set(selection.selectionSet));
      return measure.join(sum, fragment(selection.name.value));
    }, measure.nothing);

  return set(root);
}

/** Fields such as `__schema`: their depth is bounded by graphql-js itself, and their size by the schema. */
export function isIntrospection(field: FieldNode): boolean {
  return field.name.value.startsWith('__');
}
