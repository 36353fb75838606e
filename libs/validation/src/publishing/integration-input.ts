/** What an integration may be given. */
export interface IntegrationInput {
  name?: string;
  description?: string | null;
  iconImage?: string | null;
}
