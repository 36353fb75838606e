import { useTranslations } from 'use-intl';
import { textKeyOf } from './webhook-events.ts';

/** @returns a function that describes a webhook event, e.g. `post.published` as "Post published"; an unknown event keeps its name */
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
