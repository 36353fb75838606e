const CHANGES = ['added', 'edited', 'deleted'];
const POST_CHANGES = [
  ...CHANGES,
  'published',
  'published.edited',
  'unpublished',
  'scheduled',
  'unscheduled',
  'rescheduled',
];

/** For each resource, the events to which a webhook can subscribe. docs/API.md describes them. */
const CHANGES_BY_RESOURCE: Readonly<Record<string, readonly string[]>> = {
  site: ['changed'],
  post: POST_CHANGES,
  page: POST_CHANGES,
  'post.tag': ['attached', 'detached'],
  'page.tag': ['attached', 'detached'],
  tag: CHANGES,
  member: CHANGES,
  label: CHANGES,
  'calendar.event': ['created', 'updated', 'cancelled'],
  'calendar.occurrence': ['changed', 'cancelled', 'restored'],
  'calendar.rsvp': ['answered', 'promoted', 'removed'],
};

/** The names of all events to which a webhook can subscribe, e.g. `post.published.edited`. */
export const webhookEvents: readonly string[] = Object.entries(CHANGES_BY_RESOURCE).flatMap(([resource, changes]) =>
  changes.map((change) => `${resource}.${change}`),
);

/** The key of the text of an event in the translations, e.g. `post_published`: keys must not contain dots. */
export const textKeyOf = (event: string): string => event.replaceAll('.', '_');
