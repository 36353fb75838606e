import type { WebhookInput } from './webhook-input';

/** The fields of an integration. */
export interface IntegrationInput {
  name?: string;
  description?: string | null;
  iconImage?: string | null;
  /** Webhooks to add together with the integration. */
  webhooks?: WebhookInput[];
}
