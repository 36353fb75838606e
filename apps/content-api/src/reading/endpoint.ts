import type { ApiContract, JsonObject, Selection as SerializerSelection, View } from '@almanac/api-versions';
import type { Resource } from '@almanac/resource-queries';

/** What one resource of the API is made of: what may be asked, and how each version says it. */
export interface Endpoint<Row extends object> {
  resource: Resource<Row>;
  serialize: (contract: ApiContract, row: Row, view: View, selection: SerializerSelection) => JsonObject;
}
