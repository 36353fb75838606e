// The areas of `npm run mutation`: source files that it changes, and suites of which one should fail for each change (mutant).

/**
 * @typedef {object} Area
 * @property {string[]} mutate globs of the source files
 * @property {string[]} tests globs of the suites
 * @property {boolean} [runsDirectly] whether the suites run without jest (`direct-runner.mjs`); `tests` then lists files, in the
 *   order in which they run
 * @property {boolean} [needsDatabase] whether the suites need PostgreSQL
 */

/** @type {Record<string, Area>} */
export const areas = {
  permissions: {
    mutate: [
      'libs/publishing/src/permissions/*.ts',
      'libs/publishing/src/posts/post-dates.ts',
      'libs/publishing/src/posts/post-permissions.ts',
      'libs/publishing/src/posts/post-status.ts',
      'libs/publishing/src/users/staff-rules.ts',
    ],
    tests: [
      'libs/publishing/src/permissions/*.spec.ts',
      'libs/publishing/src/posts/post-*.spec.ts',
      'libs/publishing/src/users/*.spec.ts',
    ],
  },
  secrets: {
    mutate: [
      'libs/publishing/src/passwords/password.ts',
      'libs/publishing/src/secrets/*.ts',
      'libs/publishing/src/settings/setting-{access,secrets}.ts',
    ],
    tests: ['libs/publishing/src/{passwords,secrets,settings}/*.spec.ts'],
  },
  gating: {
    mutate: [
      'apps/content-api/src/authentication/{member-token,visitor}.ts',
      'libs/platform/src/tokens/token-rules.ts',
    ],
    tests: ['apps/content-api/src/authentication/*.spec.ts', 'libs/platform/src/tokens/*.spec.ts'],
  },
  'paying-members': {
    mutate: ['libs/entities/src/publishing/paying-member.ts'],
    tests: ['libs/testing/src/database/paying-member.spec.ts'],
    needsDatabase: true,
  },
  recurrence: {
    mutate: ['libs/recurrence/src/**/*.ts', '!libs/recurrence/src/generated/**'],
    runsDirectly: true,
    // The suite of the test vectors is first, because it fails for most mutants. Two slow suites are left out: the comparison with other
    // recurrence libraries, and the vectors on hosts in other time zones.
    tests: [
      'libs/recurrence/test/vectors.spec.ts',
      'libs/recurrence/src/civil.spec.ts',
      'libs/recurrence/src/expansion/expand.spec.ts',
      'libs/recurrence/src/grammar/recurrence-text.spec.ts',
      'libs/recurrence/src/timestamps.spec.ts',
      'libs/recurrence/src/event-time.spec.ts',
      'libs/recurrence/src/storable-series.spec.ts',
      'libs/recurrence/src/icalendar.spec.ts',
      'libs/recurrence/src/zones/zone.spec.ts',
      'libs/recurrence/test/split-series.spec.ts',
      'libs/recurrence/test/time-index.spec.ts',
      'libs/recurrence/test/bounded-work.spec.ts',
      'libs/recurrence/test/overlap-starts.spec.ts',
      'libs/recurrence/test/properties.spec.ts',
    ],
  },
  signing: {
    mutate: ['apps/scheduler-worker/src/deliver-webhook/sign.ts'],
    tests: ['apps/scheduler-worker/src/deliver-webhook/sign.spec.ts'],
  },
  outbox: {
    mutate: ['libs/outbox/src/*.ts'],
    tests: ['libs/outbox/src/*.spec.ts'],
    needsDatabase: true,
  },
  'address-guard': {
    mutate: ['libs/platform/src/outbound/address-guard.ts'],
    tests: ['libs/platform/src/outbound/address-guard.spec.ts'],
  },
};
