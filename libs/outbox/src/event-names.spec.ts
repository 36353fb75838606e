import { isCalendarEvent, isWebhookEvent, parseWebhookEvent, webhookEvents } from './event-names';

describe('parseWebhookEvent', () => {
  it('separates the resource from the action', () => {
    expect(parseWebhookEvent('post.published.edited')).toEqual({ resource: 'post', action: 'published.edited' });
    expect(parseWebhookEvent('calendar.event.created')).toEqual({ resource: 'calendar.event', action: 'created' });
    expect(parseWebhookEvent('site.changed')).toEqual({ resource: 'site', action: 'changed' });
  });
});

describe('isWebhookEvent', () => {
  it('accepts the events of Ghost and of the calendar only', () => {
    expect(webhookEvents).toHaveLength(1 + 2 * 11 + 3 * 3 + 3 + 3 + 3);
    expect(webhookEvents.every(isWebhookEvent)).toBe(true);
    const others = ['mail.requested', 'post.mailed', 'subscriber.added', 'post', 'toString', ''];
    expect(others.filter(isWebhookEvent)).toEqual([]);
  });
});

describe('isCalendarEvent', () => {
  it('is true for the events of the calendar only', () => {
    expect(webhookEvents.filter(isCalendarEvent)).toEqual(
      webhookEvents.filter((event) => event.startsWith('calendar.')),
    );
    expect(isCalendarEvent('calendar.unknown.created')).toBe(false);
  });
});
