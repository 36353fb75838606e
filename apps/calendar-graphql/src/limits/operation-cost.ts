import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Items a list without a limit argument is taken for: half of what it can hold. */
const ASSUMED_OCCURRENCES = 50;

export interface CostOptions {
  schema: GraphQLSchema;
  variables: Readonly<Record<string, unknown>>;
  defaultLimit: number;
  maxLimit: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The limit a field's filter asks for, wherever in the arguments a variable stands. */
function limitOf(field: FieldNode, { variables, defaultLimit, maxLimit }: CostOptions): number {
  const filter = field.arguments?.find(({ name }) => name.value === 'filter')?.value;
  let limit: unknown;
  if (filter?.kind === Kind.VARIABLE) {
    const value = variables[filter.name.value];
    limit = isRecord(value) ? value.limit : undefined;
  } else if (filter?.kind === Kind.OBJECT) {
    const value = filter.fields.find(({ name }) => name.value === 'limit')?.value;
    if (value?.kind === Kind.VARIABLE) limit = variables[value.name.value];
    else if (value?.kind === Kind.INT) limit = Number(value.value);
  }
  return typeof limit === 'number' ? Math.min(Math.max(limit, 0), maxLimit) : defaultLimit;
}

/** Measures selection sets; each fragment once, so that fragments that spread fragments cost no more than their text. */
class CostMeter {
  private readonly costOfFragment = new Map<string, number>();

  constructor(
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly options: CostOptions,
  ) {}

  ofSet({ selections }: SelectionSetNode, parent: string): number {
    return selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + this.ofField(selection, parent);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sum + this.ofFragment(selection.name.value);
      return sum + this.ofSet(selection.selectionSet, selection.typeCondition?.name.value ?? parent);
    }, 0);
  }

  private ofField(field: FieldNode, parent: string): number {
    const parentType = this.options.schema.getType(parent);
    const definition = isObjectType(parentType) ? parentType.getFields()[field.name.value] : undefined;
    const type = definition && getNamedType(definition.type);
    if (!field.selectionSet || !isCompositeType(type)) return 0;
    const isFiltered = definition?.args.some(({ name }) => name === 'filter');
    const isOccurrences = parent === 'CalendarEvent' && field.name.value === 'occurrences';
    const size = isFiltered ? limitOf(field, this.options) : isOccurrences ? ASSUMED_OCCURRENCES : 1;
    return size * (1 + this.ofSet(field.selectionSet, type.name));
  }

  private ofFragment(name: string): number {
    const known = this.costOfFragment.get(name);
    if (known !== undefined) return known;
    this.costOfFragment.set(name, 0);
    const fragment = this.fragments.get(name);
    const cost = fragment ? this.ofSet(fragment.selectionSet, fragment.typeCondition.name.value) : 0;
    this.costOfFragment.set(name, cost);
    return cost;
  }
}

/** How many objects an operation can make the service load: each list counts its limit, and multiplies what is below it. */
export function costOf(document: DocumentNode, operation: OperationDefinitionNode, options: CostOptions): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const root = options.schema.getRootType(operation.operation);
  return root ? new CostMeter(fragments, options).ofSet(operation.selectionSet, root.name) : 0;
}
