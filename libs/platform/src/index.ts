export { Clock } from './clock';
export { ConfigurationError } from './configuration/configuration-error';
export { loadConfiguration } from './configuration/load-configuration';
export {
  observeReplica,
  replicaReporter,
  reporterOfConnectRetries,
  reporterOfLostConnections,
} from './database/report-database';
export { type ErrorContext, ErrorFilter, type ErrorRenderer, renderPlainError } from './errors/error-filter';
export { toAlmanacError, toUnavailableError } from './errors/to-almanac-error';
export { Readiness, type ReadinessCheck, type ReadinessReport } from './health/readiness';
export { onlyForHosts } from './http/allowed-hosts';
export { allowUploadTime } from './http/body-deadline';
export { bootService } from './http/boot-service';
export { setThreadPoolSize } from './configuration/thread-pool';
export { addHomePage, commonLinks, consoleUrl, type HomeLink, type HomePage } from './http/home-page';
export { createService, type ServiceOptions, type ServiceOverrides } from './http/create-service';
export { LargeLists } from './http/large-lists';
export { PlatformModule, type PlatformOptions } from './http/platform.module';
export { urlWithoutSecrets } from './logging/loggable-url';
export { Logger, type LoggerOptions } from './logging/logger';
export { textWithoutSecrets } from './logging/redaction';
export { currentRequestId, type RequestContext, runInContext } from './logging/request-context';
export { Metrics, type ObservablePool } from './metrics/metrics';
export { AddressGuard } from './outbound/address-guard';
export {
  OutboundClient,
  type OutboundClientOptions,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
} from './outbound/outbound-client';
export { TargetRefusedError } from './outbound/target-refused-error';
export { FailedSignIns } from './rate-limits/failed-sign-ins';
export { type RateLimit, RateLimits, type RateLimitsOptions } from './rate-limits/rate-limits';
export { assertNoCriticalHeader, assertTokenTimes } from './tokens/token-rules';
export { inSpan, recordSpan, type SpanOptions, startTracing, type TracingOptions } from './tracing/tracing';
