import { isRecord, stringOf } from '../json';

type Visibility = Readonly<Record<string, unknown>>;

/** The readers for whom the author has chosen a card. Members are given as member segments of Ghost, e.g. `status:free,status:-free`. */
interface Readers {
  /** Whether visitors without a membership see the card on the site. */
  hasVisitors: boolean;
  /** The members who see the card on the site; an empty string for none. */
  onSite: string;
  /** The members who see the card in mails; an empty string for none. */
  inMails: string;
}

const ALL_MEMBERS = 'status:free,status:-free';
/** The member segments for the values of `segment` in the oldest form of `visibility`. */
const OLD_SEGMENTS = new Map<unknown, string>([
  [undefined, ALL_MEMBERS],
  [null, ALL_MEMBERS],
  ['', ALL_MEMBERS],
  ['status:paid', 'status:-free'],
  ['status:-free+status:-paid', ''],
]);

/**
 * The `visibility` with which the renderer, which renders for the site, shows a card to the readers of mails. Members see a card in mails
 * if both choices of the author, for the site and for mails, include them. If the site shows the card to no reader, the choice for mails
 * decides.
 * @param visibility the `visibility` of a card in a lexical document
 * @returns the same object if mails show the card to the members who see it on the site
 */
export function visibilityForMails(visibility: Visibility): Visibility {
  const { hasVisitors, onSite, inMails } = readersOf(visibility);
  const isInMailsOnly = !hasVisitors && onSite === '';
  const memberSegment = isInMailsOnly ? inMails : commonSegments(onSite, inMails);
  if (memberSegment === onSite) return visibility;
  return { web: { nonMember: false, memberSegment }, email: { memberSegment } };
}

function commonSegments(one: string, other: string): string {
  const others = new Set(other.split(','));
  return one
    .split(',')
    .filter((segment) => others.has(segment))
    .join(',');
}

/** Reads the three forms of `visibility`, as `migrateOldVisibilityFormat` in `@tryghost/kg-default-nodes` does. */
function readersOf({ web, email, showOnWeb, showOnEmail, emailOnly, segment }: Visibility): Readers {
  if (isRecord(web) && isRecord(email) && Object.hasOwn(web, 'nonMember')) {
    const [onSite, inMails] = [web.memberSegment, email.memberSegment];
    if (typeof onSite === 'string' && typeof inMails === 'string')
      return { hasVisitors: web.nonMember !== false, onSite, inMails };
  }
  const isHidden = Boolean(emailOnly ?? showOnWeb === false);
  const readers = { hasVisitors: !isHidden, onSite: isHidden ? '' : ALL_MEMBERS };
  if ((showOnEmail ?? emailOnly ?? null) === null) return { ...readers, inMails: ALL_MEMBERS };
  return { ...readers, inMails: showOnEmail === false ? '' : (OLD_SEGMENTS.get(segment) ?? stringOf(segment)) };
}
