import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EditorProps } from '../editor-props.ts';
import type { PostInput } from '../model/fields.ts';
import { choiceOf, inputOfChoice, type NewsletterChoice } from './newsletter-choice.ts';
import { type Recipients, useRecipients } from './use-recipients.ts';

/** The choice for a new post that is not stored yet. */
const ON_SITE: NewsletterChoice = { destination: 'site', filter: 'all', subject: '' };
/** The value with which the translated texts leave out the number of recipients. */
const UNKNOWN_COUNT = -1;

/** The state of the newsletter fields of a publish form. Pages are never mailed, posts at most once. */
export interface NewsletterState {
  choice: NewsletterChoice;
  setChoice: (choice: NewsletterChoice) => void;
  /** Whether publishing sends mails. */
  isMailed: boolean;
  /** Whether the choice differs from the stored post. */
  isChanged: boolean;
  /** The fields that the form adds to the post. */
  input: PostInput;
  /** The text of the publish button, with the number of recipients. */
  sendText: string;
  recipients: Recipients;
}

export function useNewsletter({ type, snapshot }: EditorProps): NewsletterState {
  const t = useTranslations('newsletter');
  const { post } = snapshot;
  const [chosen, setChoice] = useState<NewsletterChoice>();
  const stored = post ? choiceOf(post) : ON_SITE;
  const choice = chosen ?? stored;
  const canBeMailed = type === 'posts' && post !== undefined && !post.email;
  const isMailed = canBeMailed && choice.destination !== 'site';
  const recipients = useRecipients(isMailed ? post : undefined, snapshot.fields.visibility, choice.filter);
  const isChanged = canBeMailed && JSON.stringify(choice) !== JSON.stringify(stored);
  const count = recipients.count ?? UNKNOWN_COUNT;
  const sendText = t(choice.destination === 'mail' ? 'send' : 'publishAndSend', { count });
  return {
    choice,
    setChoice,
    isMailed,
    isChanged,
    input: isChanged ? inputOfChoice(choice) : {},
    sendText,
    recipients,
  };
}
