const ofPosts = [
  'added',
  'deleted',
  'edited',
  'published',
  'published.edited',
  'unpublished',
  'scheduled',
  'unscheduled',
  'rescheduled',
  'tag.attached',
  'tag.detached',
];
const ofOthers = ['added', 'edited', 'deleted'];

/** Everything a webhook can be told of. */
export const webhookEvents: ReadonlySet<string> = new Set([
  'site.changed',
  ...['post', 'page'].flatMap((noun) => ofPosts.map((event) => `${noun}.${event}`)),
  ...['tag', 'member'].flatMap((noun) => ofOthers.map((event) => `${noun}.${event}`)),
  'calendar.event.created',
  'calendar.event.updated',
  'calendar.event.cancelled',
]);
