import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** Returns the fragment of a document with a name; undefined or null when there is none. */
export type FragmentLookup = (name: string) => FragmentDefinitionNode | null | undefined;

/** Returns a function that finds the fragments of a document. */
export function fragmentsOf({ definitions }: DocumentNode): FragmentLookup {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  return (name) => byName.get(name);
}

/** The functions that reduce a selection set to one value. */
export interface SelectionReducer<T> {
  /** The value of an empty selection set. */
  empty: T;
  /** Returns the value of a field; `reduce` returns the value of a selection set. */
  field(field: FieldNode, reduce: (selections: SelectionSetNode) => T): T;
  /** Returns the value of two selections together. */
  combine(one: T, other: T): T;
}

/**
 * Reduces a selection set and its fragments to one value. Each fragment is reduced only once, however often it is spread. Where a fragment
 * contains itself, the inner spread counts as empty; validation reports it as an error.
 */
export function reduceSelections<T>(
  root: SelectionSetNode,
  fragments: FragmentLookup,
  reducer: SelectionReducer<T>,
): T {
  const reduced = new Map<string, T>();

  const reduceFragment = (name: string): T => {
    const known = reduced.get(name);
    if (known !== undefined) return known;
    reduced.set(name, reducer.empty);
    const selections = fragments(name)?.selectionSet;
    const result = selections ? reduceSet(selections) : reducer.empty;
    reduced.set(name, result);
    return result;
  };

  const reduceSet = ({ selections }: SelectionSetNode): T =>
    selections.reduce((total, selection) => {
      if (selection.kind === Kind.FIELD) return reducer.combine(total, reducer.field(selection, reduceSet));
      if (selection.kind === Kind.INLINE_FRAGMENT) return reducer.combine(total, reduceSet(selection.selectionSet));
      return reducer.combine(total, reduceFragment(selection.name.value));
    }, reducer.empty);

  return reduceSet(root);
}
