import type { WebhookInput } from './webhook-input';

/** What an integration may be given. */
export interface IntegrationInput {
  name?: string;
  description?: string | null;
  iconImage?: string | null;
  /** Webhooks that are added with it. */
  webhooks?: WebhookInput[];
}
