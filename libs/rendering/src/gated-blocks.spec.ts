import { htmlForAudience, type Audience } from './gated-blocks';
import { htmlToPlaintext } from './plaintext/html-to-plaintext';

const block = (nonMember: unknown, segment: string, content: string) =>
  `<!--kg-gated-block:begin nonMember:${String(nonMember)} memberSegment:"${segment}" -->${content}<!--kg-gated-block:end-->`;

describe('htmlForAudience', () => {
  it.each<[audience: Audience, html: string]>([
    ['public', 'abh'],
    ['member', 'acdh'],
    ['paid', 'acefh'],
  ])('keeps for %s the blocks %s', (audience, expected) => {
    const html = [
      'a',
      block(true, '', 'b'),
      block(false, 'status:free,status:-free', 'c'),
      block(false, 'status:free', 'd'),
      block(false, 'status:-free', 'e'),
      block(false, 'label:x,status:-free', 'f'),
      block(false, 'label:vip', 'g'),
      'h',
    ].join('');
    expect(htmlForAudience(html, audience)).toBe(expected);
  });

  it.each<[reason: string, html: string, expected: string]>([
    ['is malformed', `a${block('maybe', 'status:free', 'b')}c`, 'ac'],
    ['has no end', 'a<!--kg-gated-block:begin nonMember:true memberSegment:"" -->b', 'a'],
    ['is not closed', 'a<!--kg-gated-block:begin nonMember:true', 'a'],
    [
      'has no end, but a later block has one',
      `a<!--kg-gated-block:begin nonMember:true memberSegment:"" -->b${block('false', 'status:-free', 'c')}d`,
      'a',
    ],
    ['is in another block', `a${block('true', '', `b${block('false', 'status:-free', 'c')}d`)}e`, 'abde'],
    ['is in another block that is not for the reader', `a${block('false', '', `b${block('true', '', 'c')}d`)}e`, 'ae'],
    ['has no begin', 'a<!--kg-gated-block:end-->b', 'ab'],
  ])('hides a block that %s', (_, html, expected) => {
    expect(htmlForAudience(html, 'public')).toBe(expected);
  });

  it('scans a megabyte of marks in linear time', () => {
    expect(htmlForAudience('<!--kg-gated-block:end-->'.repeat(50_000), 'paid')).toBe('');
    expect(htmlForAudience('<!--kg-gated-block:begin'.repeat(50_000), 'paid')).toBe('');
  });
});

it('plaintext has no block for members', () => {
  expect(htmlToPlaintext(`<p>free</p>${block(false, 'status:-free', '<p>paid</p>')}`)).toBe('free');
});
