/**
 * The fields of `draft` whose values differ from those in `initial`. A form sends only these fields, so that it does not overwrite changes
 * of other fields that were stored after the form had opened. Values are compared as JSON.
 */
export function changedFields<Fields extends object>(initial: Partial<Fields>, draft: Fields): Partial<Fields> {
  const changes: Partial<Fields> = {};
  for (const name of Object.keys(draft) as (keyof Fields)[]) {
    if (JSON.stringify(draft[name]) !== JSON.stringify(initial[name])) changes[name] = draft[name];
  }
  return changes;
}

/** Whether there is a field to send. The Admin API rejects a change without fields. */
export const hasFields = (fields: object): boolean => Object.keys(fields).length > 0;
