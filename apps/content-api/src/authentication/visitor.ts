import type { FastifyRequest } from 'fastify';
import type { SiteState } from '../site/site-state';

/** Which posts a visitor may read in full. Visitors with the same level get the same responses. */
export type AccessLevel = 'public' | 'member' | 'paid' | 'everything';

/** The sender of a request, and the state of the site when the request arrived. */
export interface Visitor {
  access: AccessLevel;
  /** True for a request with a valid member token while members are enabled. HTTP caches must not store its response. */
  isMember: boolean;
  state: SiteState;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `Visitors.identify`. */
    visitor?: Visitor;
  }
}

/** The visitor of a request that `Visitors.identify` has accepted. */
export function visitorOf({ visitor }: FastifyRequest): Visitor {
  if (!visitor) throw new Error('The visitor of this request was not identified.');
  return visitor;
}

const readableVisibilities: Record<Exclude<AccessLevel, 'everything'>, readonly (string | undefined)[]> = {
  public: ['public'],
  member: ['public', 'members'],
  paid: ['public', 'members', 'paid'],
};

/** Whether the body of a post with this visibility is hidden from the visitor. */
export function isGated({ access }: Pick<Visitor, 'access'>, visibility: string | undefined): boolean {
  return access !== 'everything' && !readableVisibilities[access].includes(visibility);
}
