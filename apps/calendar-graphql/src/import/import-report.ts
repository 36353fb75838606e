import { type ComponentIdentity, type IgnoredName } from './file/file-event';
import { inParts } from './in-parts';

/** The result of an import for one component (RFC 5545) of the file. */
export type ImportResult = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'SKIPPED';

/** A component of the file, and what the import did with it. */
export interface ImportedComponent extends ComponentIdentity {
  result: ImportResult;
  /** Why the component was skipped; null for other results. */
  reason: string | null;
  warnings: string[];
  /** The event of the component; null when it was skipped. */
  eventId: string | null;
}

/** The result of an import. The numbers count components. */
export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  /** In the order of the file. */
  components: ImportedComponent[];
  /** The names of the properties and components of the file that the calendar does not store. */
  ignored: IgnoredName[];
}

/** The report of an import: counts the results, and sorts the components by their line. */
export function reportOf(components: readonly ImportedComponent[], ignored: IgnoredName[]): ImportReport {
  const counts: Record<ImportResult, number> = { CREATED: 0, UPDATED: 0, UNCHANGED: 0, SKIPPED: 0 };
  for (const { result } of components) counts[result] += 1;
  return {
    created: counts.CREATED,
    updated: counts.UPDATED,
    unchanged: counts.UNCHANGED,
    skipped: counts.SKIPPED,
    components: [...components].sort((one, other) => one.line - other.line),
    ignored,
  };
}

/** The JSON of a report, in parts: to write 20,000 components at once would block other requests. */
export async function* reportJson({ components, ignored, ...counts }: ImportReport): AsyncGenerator<string> {
  yield `{"import":${JSON.stringify(counts).slice(0, -1)},"components":[`;
  let separator = '';
  for await (const part of inParts(components)) {
    yield separator + JSON.stringify(part).slice(1, -1);
    separator = ',';
  }
  yield `],"ignored":${JSON.stringify(ignored)}}}`;
}
