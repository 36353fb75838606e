import { NotFoundError } from '@almanac/errors';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiContract } from '../contract';
import { contracts } from '../contracts';
import { isApiVersion } from '../versions';

/**
 * The contract of the version in a path, e.g. of v3 for `/ghost/api/v3/content/posts/`.
 * @throws NotFoundError for a path without a known version
 */
export function contractOfPath(path: string): ApiContract {
  const version = /^\/+ghost\/+api\/+([^/?]+)/i.exec(path)?.[1]?.toLowerCase();
  if (!isApiVersion(version)) throw new NotFoundError('Resource not found');
  return contracts[version];
}

/** A parameter decorator that passes the contract of the requested version to a handler. */
export const Contract = createParamDecorator((_data: unknown, context: ExecutionContext): ApiContract => {
  const request = context.switchToHttp().getRequest<{ url: string }>();
  return contractOfPath(request.url);
});
