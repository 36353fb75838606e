import type { ApiContract } from '../contract';
import { requestSchemas } from './request-schemas';
import { adminSchemas, contentSchemas, type NamedSchemas } from './response-schemas';

/** The schemas of one API in one version, by name: of responses and, for the Admin API, of request bodies. */
export function namedSchemas(contract: ApiContract, api: 'content' | 'admin'): NamedSchemas {
  if (api === 'content') return contentSchemas(contract.content);
  return { ...adminSchemas(contract.admin), ...requestSchemas(contract.version) };
}
