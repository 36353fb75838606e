import type { WebhookInput } from './webhook-input';

/** The input of an integration. */
export interface IntegrationInput {
  name?: string;
  description?: string | null;
  iconImage?: string | null;
  /** Webhooks that are added together with the integration. */
  webhooks?: WebhookInput[];
}
