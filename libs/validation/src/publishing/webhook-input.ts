/** What a webhook may be given; whether the event is known and the URL good is the service's rule. */
export interface WebhookInput {
  event?: string;
  targetUrl?: string;
  name?: string | null;
  secret?: string | null;
  apiVersion?: string;
  integrationId?: string | null;
  status?: string;
}
