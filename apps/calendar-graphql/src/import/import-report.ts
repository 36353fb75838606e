import { type ComponentPlace, type IgnoredName } from './file/file-event';

/** What an import did with a component. */
export type ImportResult = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'SKIPPED';

/** A component of an imported file. */
export interface ImportedComponent extends ComponentPlace {
  result: ImportResult;
  /** Why it was skipped; null for other results. */
  reason: string | null;
  warnings: string[];
  /** The event of the component; null when it was skipped. */
  eventId: string | null;
}

/** What an import did, component by component. */
export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  /** In the order of the file. */
  components: ImportedComponent[];
  ignored: IgnoredName[];
}

/** Counts the results. */
export function reportOf(components: readonly ImportedComponent[], ignored: IgnoredName[]): ImportReport {
  const count = (result: ImportResult): number => components.filter((each) => each.result === result).length;
  return {
    created: count('CREATED'),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    skipped: count('SKIPPED'),
    components: [...components].sort((one, other) => one.line - other.line),
    ignored,
  };
}
