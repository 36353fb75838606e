import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EditorProps } from '../editor-props.ts';
import type { PostInput } from '../model/fields.ts';
import { choiceOf, inputOfChoice, type NewsletterChoice } from './newsletter-choice.ts';
import { type Recipients, useRecipients } from './use-recipients.ts';

/** The choice for a new post until its first save. */
const SITE_ONLY: NewsletterChoice = { destination: 'site', filter: 'all', subject: '' };
/** Passed to the texts of the button while the number of recipients is unknown. The texts then contain no number. */
const UNKNOWN_COUNT = -1;

/** The state of the newsletter fields in a form that publishes a post. Pages are never mailed, and a post at most once. */
export interface NewsletterState {
  choice: NewsletterChoice;
  setChoice: (choice: NewsletterChoice) => void;
  /** Whether publishing sends mails. */
  isMailed: boolean;
  /** Whether the choice differs from the stored one. */
  isChanged: boolean;
  /**
   * The fields of the Admin API to send: the choice if it has changed; `email_only: false` for a post that was to be mailed only, but is
   * not mailed any more, e.g. because it was already sent. Otherwise empty.
   */
  input: PostInput;
  /** The text of the button that publishes and mails the post; with the number of recipients once it is known. */
  sendText: string;
  recipients: Recipients;
}

export function useNewsletter({ type, snapshot }: EditorProps): NewsletterState {
  const t = useTranslations('newsletter');
  const { post } = snapshot;
  const [chosen, setChoice] = useState<NewsletterChoice>();
  const stored = post ? choiceOf(post) : SITE_ONLY;
  const choice = chosen ?? stored;
  const canBeMailed = type === 'posts' && post !== undefined && !post.email;
  const isMailed = canBeMailed && choice.destination !== 'site';
  const recipients = useRecipients(isMailed ? post : undefined, snapshot.fields.visibility, choice.filter);
  const isChanged = canBeMailed && JSON.stringify(choice) !== JSON.stringify(stored);
  const unchangedInput = !isMailed && post?.email_only ? { email_only: false } : {};
  const count = recipients.count ?? UNKNOWN_COUNT;
  const sendText = t(choice.destination === 'mail' ? 'send' : 'publishAndSend', { count });
  return {
    choice,
    setChoice,
    isMailed,
    isChanged,
    input: isChanged ? inputOfChoice(choice) : unchangedInput,
    sendText,
    recipients,
  };
}
