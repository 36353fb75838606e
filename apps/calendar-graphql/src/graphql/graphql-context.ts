import { type FastifyRequest } from 'fastify';
import { type Viewer } from '../accounts/viewer';
import { type Loaders } from './loaders';

/** The context of resolvers, one per request. */
export interface GraphqlContext {
  /** The client's IP address, resolved with TRUST_PROXY. */
  ip: string;
  /** The signed-in user; null unless the request has the token of a valid session. */
  viewer: Viewer | null;
  loaders: Loaders;
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,500}) *$/i;

/** The bearer token (RFC 6750) of a request; undefined without one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}
