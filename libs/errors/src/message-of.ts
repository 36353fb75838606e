/**
 * The message of a thrown value, for log lines and health responses. The error of a failed connection to a host with several addresses, e.g.
 * `localhost`, is an `AggregateError` without a message. Its text consists of the messages for the addresses.
 */
export function messageOf(thrown: unknown): string {
  // Not `instanceof Error`, which is false for errors of sockets in Jest: they are objects of another realm.
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return String(thrown);
  const own = String(thrown.message);
  if (own !== '' || !('errors' in thrown) || !Array.isArray(thrown.errors)) return own;
  return thrown.errors.map(messageOf).join('; ');
}
