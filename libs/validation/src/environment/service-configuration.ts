import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { DatabaseUrl } from './shared-variables';
import { IsTrustProxy } from './trust-proxy';
import { IsHttpUrl } from './url-validators';
import { Variable } from './variable';

/** The environment variables of every service. */
export class ServiceConfiguration {
  @Variable('development, test or production. Development serves extra pages and shows more details in errors.')
  @IsIn(['development', 'test', 'production'])
  nodeEnv: string = 'production';

  @Variable('Address that the service listens on.')
  @IsString()
  host: string = '0.0.0.0';

  @Variable('Port that the service listens on; 0 selects a free port.')
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 3000;

  @Variable(
    'Accepted values of the Host header, e.g. example.com,[::1]; requests with another host get 421, except below /health/. Empty: every host.',
  )
  @Matches(/^(\[[\da-fA-F:.]+\]|[\w.-]+)$/, {
    each: true,
    message: 'allowedHosts must be a list of host names or addresses, without ports',
  })
  allowedHosts: string[] = [];

  @Variable('Lowest level that is logged.')
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  logLevel: string = 'info';

  @Variable(
    'Proxies whose X-Forwarded-* headers are trusted: off, a number of proxies, or a comma-separated list of addresses and CIDRs.',
  )
  @IsTrustProxy()
  trustProxy: string = 'off';

  @Variable('Rate limits: on, or off for load tests.')
  @IsIn(['on', 'off'])
  rateLimits: string = 'on';

  @DatabaseUrl()
  databaseUrl: string;

  @Variable(
    'Maximum number of PostgreSQL connections of this process, in all its pools; with a read replica, to each of the two servers. A queue on PostgreSQL has connections of its own.',
  )
  @IsInt()
  @Min(6)
  @Max(500)
  databasePoolSize: number = 10;

  @Variable('Maximum size of a JSON body in bytes; larger requests get 413. The default of calendar-graphql is 262144.')
  @IsInt()
  @Min(1024)
  bodyLimitBytes: number = 1_048_576;

  @Variable(
    'Milliseconds within which the headers and body of a request have to arrive, else 408. Uploads to admin-api have five minutes.',
  )
  @IsInt()
  @Min(100)
  @Max(600_000)
  requestTimeoutMs: number = 20_000;

  @Variable(
    'Milliseconds between "not ready" and closing the port, so that load balancers stop sending requests first.',
  )
  @IsInt()
  @Min(0)
  @Max(60_000)
  drainDelayMs: number = 0;

  @Variable('Milliseconds that running requests and jobs have to finish at shutdown.')
  @IsInt()
  @Min(100)
  @Max(600_000)
  shutdownTimeoutMs: number = 30_000;

  @Variable('OTLP collector for traces, e.g. http://localhost:4318. Empty: no tracing.')
  @IsOptional()
  @IsHttpUrl()
  otelExporterOtlpEndpoint?: string;

  /** Whether the service shows pages and error details for developers. */
  get isDevelopment(): boolean {
    return this.nodeEnv === 'development';
  }
}
