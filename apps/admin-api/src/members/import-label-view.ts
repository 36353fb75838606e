import type { JsonObject, LabelView, RenderContext } from '@almanac/api-versions';

/** The label of an import as the response shows it; null if the import added no member. */
export function importLabelView(label: LabelView | null, context: RenderContext): JsonObject | null {
  return label === null ? null : context.contract.admin.label(label, context);
}
