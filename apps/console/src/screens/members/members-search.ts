import { oneOf, pageIn, textIn } from '../../app/search.ts';

export const PLANS = ['free', 'paid', 'comped'] as const;
export const SUBSCRIPTIONS = ['yes', 'no'] as const;
export const MEMBER_ORDERS = ['oldest', 'email'] as const;

/** The search parameters of the list of members: search text, filters, order, page, and the open member or dialog. */
export interface MembersSearch {
  /** The search text. */
  q?: string;
  plan?: (typeof PLANS)[number];
  /** The slug of a label. */
  label?: string;
  /** Whether the listed members get newsletters. */
  subscribed?: (typeof SUBSCRIPTIONS)[number];
  /** By default the newest members come first. */
  order?: (typeof MEMBER_ORDERS)[number];
  /** Absent for page 1. */
  page?: number;
  /** The id of the member whose drawer is open. */
  open?: string;
  /** `add` opens the drawer for a new member, `import` the dialog for an import. */
  task?: 'add' | 'import';
}

/** Reads the search parameters of the list of members. Invalid values become undefined. */
export function parseMembersSearch(search: Record<string, unknown>): MembersSearch {
  return {
    q: textIn(search, 'q'),
    plan: oneOf(search, 'plan', PLANS),
    label: textIn(search, 'label'),
    subscribed: oneOf(search, 'subscribed', SUBSCRIPTIONS),
    order: oneOf(search, 'order', MEMBER_ORDERS),
    page: pageIn(search),
    open: textIn(search, 'open'),
    task: oneOf(search, 'task', ['add', 'import'] as const),
  };
}

/** Whether the search parameters contain a filter or a search text. */
export const isFiltered = ({ q, plan, label, subscribed }: MembersSearch): boolean =>
  [q, plan, label, subscribed].some((value) => value !== undefined);
