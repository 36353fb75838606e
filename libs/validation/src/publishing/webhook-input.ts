/** The fields of a webhook. The service checks whether the event is known, and whether the URL is allowed. */
export interface WebhookInput {
  event?: string;
  targetUrl?: string;
  name?: string | null;
  secret?: string | null;
  apiVersion?: string;
  integrationId?: string | null;
}
