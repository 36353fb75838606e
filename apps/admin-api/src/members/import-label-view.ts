import type { JsonObject, LabelView, RenderContext } from '@almanac/api-versions';

/** The label of an import in its response; null when the file had no new address. */
export function importLabelView(label: LabelView | null, context: RenderContext): JsonObject | null {
  return label === null ? null : context.contract.admin.label(label, context);
}
