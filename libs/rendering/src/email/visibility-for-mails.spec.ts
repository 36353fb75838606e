import { lexicalForMail } from './cards-for-mails';

const ALL = 'status:free,status:-free';
const visibilityOf = (nonMember: boolean, onSite: string, inMails: string) => ({
  web: { nonMember, memberSegment: onSite },
  email: { memberSegment: inMails },
});

/** The member segments for which the renderer shows a card in mails; undefined if the source stays as it is. */
function segmentOf(visibility: object): string | undefined {
  const card = { type: 'html', version: 1, html: '<p>x</p>', visibility };
  const document = lexicalForMail(JSON.stringify({ root: { type: 'root', children: [card] } }));
  if (document === null) return undefined;
  const { children } = (
    JSON.parse(document) as { root: { children: { visibility: ReturnType<typeof visibilityOf> }[] } }
  ).root;
  expect(children).toEqual([
    { ...card, visibility: expect.objectContaining({ web: expect.objectContaining({ nonMember: false }) }) },
  ]);
  return children[0]?.visibility.web.memberSegment;
}

describe('a card for some readers', () => {
  it.each([
    ['is not in mails if the author excludes it', visibilityOf(true, ALL, ''), ''],
    ['is in mails only if no reader sees it on the site', visibilityOf(false, '', ALL), ALL],
    ['is in mails to some members only', visibilityOf(false, '', 'status:-free'), 'status:-free'],
    ['is in mails to fewer members than on the site', visibilityOf(true, ALL, 'status:free'), 'status:free'],
    [
      'is in mails to no members who may not see it on the site',
      visibilityOf(false, 'status:-free', 'status:free'),
      '',
    ],
    ['is in mails only (older form)', { emailOnly: true, segment: 'status:free' }, 'status:free'],
    ['is in mails only (old form)', { showOnWeb: false, showOnEmail: true, segment: '' }, ALL],
    [
      'is in mails to paying members only (old form)',
      { showOnWeb: true, showOnEmail: true, segment: 'status:paid' },
      'status:-free',
    ],
    ['is not in mails (old form)', { showOnWeb: true, showOnEmail: false, segment: '' }, ''],
  ])('%s', (_, visibility, segment) => expect(segmentOf(visibility)).toBe(segment));

  it.each([
    ['for all', visibilityOf(true, ALL, ALL)],
    ['for paying members on the site', visibilityOf(false, 'status:-free', ALL)],
    ['for visitors without a membership', visibilityOf(true, '', ALL)],
    ['for no reader', visibilityOf(false, '', '')],
    ['for all (old form)', { showOnWeb: true, showOnEmail: true, segment: '' }],
    ['without a choice', {}],
  ])('%s stays as it is', (_, visibility) => expect(segmentOf(visibility)).toBeUndefined());
});
