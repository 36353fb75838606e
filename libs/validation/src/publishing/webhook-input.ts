/** The input of a webhook; the service checks whether the event is known and the URL allowed. */
export interface WebhookInput {
  event?: string;
  targetUrl?: string;
  name?: string | null;
  secret?: string | null;
  apiVersion?: string;
  integrationId?: string | null;
  status?: string;
}
