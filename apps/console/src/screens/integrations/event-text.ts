import { useTranslations } from 'use-intl';
import { textKeyOf } from './webhook-events.ts';

/** @returns a function that translates the name of a webhook event, e.g. `post.published` to "Post published"; unknown names stay */
export function useEventText(): (event: string) => string {
  const t = useTranslations('webhookEvents');
  return (event) => {
    const key = textKeyOf(event);
    return isKnown(key, t) ? t(key) : event;
  };
}

type EventTexts = ReturnType<typeof useTranslations<'webhookEvents'>>;

/** Whether the translations contain the key. */
const isKnown = (key: string, t: EventTexts): key is Parameters<EventTexts>[0] =>
  t.has(key as Parameters<EventTexts>[0]);
