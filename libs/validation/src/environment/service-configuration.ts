import { IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { Variable } from './variable';

/** What every service reads from its environment. */
export class ServiceConfiguration {
  @Variable('development, test or production. Development serves extra pages and tells more in errors.')
  @IsIn(['development', 'test', 'production'])
  nodeEnv: string = 'production';

  @Variable('Address the service listens on.')
  @IsString()
  host: string = '0.0.0.0';

  @Variable('Port the service listens on; 0 takes a free one.')
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 3000;

  @Variable('Hosts requests may be addressed to, e.g. example.com,[::1]; others are answered 421. Empty: every host.')
  @Matches(/^(\[[\da-fA-F:.]+\]|[A-Za-z\d.-]+)$/, {
    each: true,
    message: 'allowedHosts must be a list of host names or addresses, without ports',
  })
  allowedHosts: string[] = [];

  @Variable('Least severe level that is logged.')
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  logLevel: string = 'info';

  @Variable(
    'Whose X-Forwarded-* headers count: off, a number of proxies, or a comma-separated list of addresses and CIDRs.',
  )
  @Matches(/^(off|\d{1,2}|[\da-fA-F.:/, ]+)$/, {
    message: 'trustProxy must be off, a number of proxies, or a list of CIDRs',
  })
  trustProxy: string = 'off';

  @Variable('on, or off for load tests.')
  @IsIn(['on', 'off'])
  rateLimits: string = 'on';

  @Variable('PostgreSQL, e.g. postgres://almanac:secret@localhost:5432/almanac.', { isSecret: true })
  @IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false })
  databaseUrl: string;

  @Variable('Most connections this process holds to PostgreSQL, all its pools together.')
  @IsInt()
  @Min(6)
  @Max(500)
  databasePoolSize: number = 10;

  @Variable('Largest JSON body in bytes; a larger one is answered 413.')
  @IsInt()
  @Min(1024)
  bodyLimitBytes: number = 1_048_576;

  @Variable('Milliseconds in which a request has to arrive, headers and body; a slower one is answered 408.')
  @IsInt()
  @Min(100)
  @Max(600_000)
  requestTimeoutMs: number = 20_000;

  @Variable('Milliseconds between "not ready" and closing the port, so that load balancers look away first.')
  @IsInt()
  @Min(0)
  @Max(60_000)
  drainDelayMs: number = 0;

  @Variable('Milliseconds running requests and jobs are given to end at shutdown.')
  @IsInt()
  @Min(100)
  @Max(600_000)
  shutdownTimeoutMs: number = 30_000;

  @Variable('OTLP collector for traces, e.g. http://localhost:4318. Empty: no tracing.')
  @IsOptional()
  @IsUrl({ require_tld: false })
  otelExporterOtlpEndpoint?: string;

  /** True where pages and details for developers may be shown. */
  get isDevelopment(): boolean {
    return this.nodeEnv === 'development';
  }
}
