import type { ApiVersion } from '@almanac/api-versions';

/** What was made for a request. */
export interface Made {
  json: string;
  /** False for an answer that changes with the clock alone. */
  mayBeKept: boolean;
}

/** A request that was understood and checked, whichever way it came, and is not answered yet. */
export interface Question {
  version: ApiVersion;
  /** Says all that the answer depends on beside the site's revision. */
  key: string;
  /** Makes the body of the answer. */
  make: () => Promise<Made>;
}
