import type { Component } from './content-lines';
import { readEvent } from './read-event';

function eventWithUid(uid: string): Component {
  const lines = [`UID:${uid}`, 'DTSTART:20260301T100000Z', 'SUMMARY:Regatta'];
  const contentLines = lines.map((text) => ({ name: text.slice(0, text.indexOf(':')), text }));
  return { name: 'VEVENT', line: 1, contentLines, components: [], brokenLines: [] };
}

describe('the UID of an event', () => {
  it('has at most 500 characters, of which each can be two UTF-16 units', () => {
    const uid = '⛵'.repeat(250) + '🚣'.repeat(250);
    expect(readEvent(eventWithUid(uid), () => 'UTC').uid).toBe(uid);
    expect(() => readEvent(eventWithUid(`${uid}x`), () => 'UTC')).toThrow('UID is longer than 500 characters.');
  });
});
