const postActions = [
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
] as const;
const resourceActions = ['added', 'edited', 'deleted'] as const;

/** The resources with webhook events, and the actions of each. An event name is `<resource>.<action>`. */
const actionsByResource = {
  site: ['changed'],
  post: postActions,
  page: postActions,
  tag: resourceActions,
  member: resourceActions,
  label: resourceActions,
  'calendar.event': ['created', 'updated', 'cancelled'],
  'calendar.occurrence': ['changed', 'cancelled', 'restored'],
  'calendar.rsvp': ['answered', 'promoted', 'removed'],
} as const;

export type WebhookResource = keyof typeof actionsByResource;

/** An action of a post or page. */
export type PostAction = (typeof postActions)[number];

/** An action of a tag, a member or a label. */
export type ResourceAction = (typeof resourceActions)[number];

/** The event names of a resource, for example `post.published`. */
export type EventOf<Resource extends WebhookResource> = {
  [R in Resource]: `${R}.${(typeof actionsByResource)[R][number]}`;
}[Resource];

/** An event that webhooks can subscribe to. */
export type WebhookEvent = EventOf<WebhookResource>;

/** The event that requests a mail. */
export const MAIL_REQUESTED = 'mail.requested';

/**
 * The event that marks a post as mailed to the members. Workers of an earlier version, which may run during an update, do not mail a post
 * with this event again.
 */
export const POST_MAILED = 'post.mailed';

/** The name of every event in an outbox. */
export type OutboxEventName = WebhookEvent | typeof MAIL_REQUESTED | typeof POST_MAILED;

/** The resource and the action of each webhook event, by the name of the event. */
const parsedEvents: ReadonlyMap<string, { resource: WebhookResource; action: string }> = new Map(
  Object.entries(actionsByResource).flatMap(([resource, actions]) =>
    actions.map((action) => [`${resource}.${action}`, { resource: resource as WebhookResource, action }]),
  ),
);

/** Whether webhooks can subscribe to events of this name. */
export function isWebhookEvent(name: string): name is WebhookEvent {
  return parsedEvents.has(name);
}

const calendarResources: ReadonlySet<WebhookResource> = new Set([
  'calendar.event',
  'calendar.occurrence',
  'calendar.rsvp',
]);

/** Whether this is the name of a webhook event that the calendar records in its own outbox, which can be in another database. */
export function isCalendarEvent(name: string): boolean {
  const parsed = parsedEvents.get(name);
  return parsed !== undefined && calendarResources.has(parsed.resource);
}

/** All events that webhooks can subscribe to. */
export const webhookEvents: readonly WebhookEvent[] = [...parsedEvents.keys()].filter(isWebhookEvent);

/** The names of all events in an outbox. */
export const outboxEventNames: readonly OutboxEventName[] = [...webhookEvents, MAIL_REQUESTED, POST_MAILED];

/**
 * The resource and the action of an event: `post` and `published.edited` for `post.published.edited`.
 * @throws TypeError for a name that this version does not know, which only a row of another version can contain
 */
export function parseWebhookEvent(event: WebhookEvent): { resource: WebhookResource; action: string } {
  const parsed = parsedEvents.get(event);
  if (!parsed) throw new TypeError(`"${event}" is not a webhook event.`);
  return parsed;
}
