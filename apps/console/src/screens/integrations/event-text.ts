import { useTranslations } from 'use-intl';
import { textKeyOf } from './webhook-events.ts';

/** @returns a function that describes an event of webhooks, e.g. "Post published"; an unknown event keeps its name */
export function useEventText(): (event: string) => string {
  const t = useTranslations('webhookEvents');
  return (event) => {
    const key = textKeyOf(event);
    return isKnown(key, t) ? t(key) : event;
  };
}

type EventTexts = ReturnType<typeof useTranslations<'webhookEvents'>>;

const isKnown = (key: string, t: EventTexts): key is Parameters<EventTexts>[0] =>
  t.has(key as Parameters<EventTexts>[0]);
