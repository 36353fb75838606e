export { type ZipEntry, zipOf } from './archives/zip';
export { statementsOf } from './database/statements';
export { createTestDatabase, type TestDatabase } from './database/test-database';
export { lexicalLink, lexicalOf, lexicalPaywall, lexicalText } from './factories/lexical';
export { safeAddresses, unsafeAddresses } from './factories/unsafe-addresses';
export { payingCases } from './factories/paying-cases';
export {
  addIntegration,
  addLabel,
  addMember,
  addOwner,
  addPost,
  addTag,
  addUser,
  type PostToAdd,
} from './factories/publishing-factories';
export { hasTestRedis, startTestRedis, type TestRedis, warnAboutMissingRedis } from './redis/test-redis';
export {
  hasPgBouncer,
  startPgBouncer,
  type TestPgBouncer,
  warnAboutMissingPgBouncer,
} from './pgbouncer/test-pgbouncer';
export { freePort } from './free-port';
export { TcpProxy } from './tcp-proxy';
export { type RedisProcess, startRedisProcess, startSentinel } from './redis/redis-process';
export { filesOfPage, servedAndCommittedDocument } from './openapi/committed-document';
export { DocumentedResponses } from './openapi/documented-responses';
export { type DocumentedExample, documentedExamples, type DocumentWithExamples } from './openapi/documented-examples';
export { requestsWith, type SecretRequest, secretsIn } from './secrets/secret-requests';
export { type CollectedSpan, TraceCollector } from './tracing/trace-collector';
