import { type JsonSchema, reference } from '@almanac/api-versions';

type Schemas = Record<string, JsonSchema>;

/** Leaves out the schemas that neither an operation nor another schema refers to. */
export function reached(schemas: Schemas, roots: readonly unknown[]): Schemas {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit([...roots, reference('Error')]);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
