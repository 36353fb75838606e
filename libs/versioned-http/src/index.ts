// Shared by both HTTP APIs below `/ghost/api/<version>/`: Content API and Admin API.
export { type ApiName, isInApi, isUnversioned, versionInPath, withVersionInPath } from './api-path';
export { answerPreflight, type PreflightOptions } from './preflight';
export {
  addVary,
  addVersionedResponseHeaders,
  isFresh,
  type ResponseHeaderOptions,
  weakEtag,
} from './response-headers';
export { hasTrailingSlash, setTrailingSlashRedirect } from './trailing-slash';
