import { contracts, isApiVersion } from '@almanac/api-versions';
import type { ErrorRenderer } from '@almanac/platform';

/** The body of every error, in the format of the requested version. Unknown paths below a version have one too. */
export const renderContentError: ErrorRenderer = (error, { request }) => {
  const version = /^\/+ghost\/+api\/+(\w+)/i.exec(request.url)?.[1]?.toLowerCase();
  return (isApiVersion(version) ? contracts[version] : contracts.canary).content.error(error);
};
