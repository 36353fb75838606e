import type { JsonObject, LabelView, View } from '@almanac/api-versions';

/** The label of an import in its response; null when no member was new. */
export function importLabelView(label: LabelView | null, view: View): JsonObject | null {
  return label === null ? null : view.contract.admin.label(label, view);
}
