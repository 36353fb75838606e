/**
 * The SQL of the id of a webhook delivery. It is derived from the ids of the event and the webhook, so it is the same wherever the delivery
 * is added. The first 8 digits of an ObjectID are a time, here that of the event.
 * @param eventId an SQL expression
 * @param webhookId an SQL expression of the type text
 */
export function deliveryIdSql(eventId: string, webhookId: string): string {
  return `left(${eventId}, 8) || left(md5(${eventId} || ${webhookId}), 16)`;
}
