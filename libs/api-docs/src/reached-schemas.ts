import { type JsonSchema, reference } from '@almanac/api-versions';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The schemas to which the operations and the error response refer, directly or through other schemas. */
export function reachedSchemas(schemas: Schemas, operations: readonly unknown[]): Schemas {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit([...operations, reference('Error')]);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
