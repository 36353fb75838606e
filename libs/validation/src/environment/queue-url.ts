import { isURL, registerDecorator } from 'class-validator';
import { WITH_PROTOCOL } from './url-validators';

/** The parts of a `redis+sentinel://` URL. */
export interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  /** Name of the monitored primary. */
  name: string;
  database: number;
  username?: string;
  password?: string;
  sentinelUsername?: string;
  sentinelPassword?: string;
}

/** The engine of the queues and its address. */
export type QueueAddress = (
  { engine: 'postgres'; url: string } | { engine: 'redis'; url: string } | ({ engine: 'sentinel' } & SentinelAddress)
) & {
  /**
   * Present for a connection to Redis over TLS. `caFile` is the path of a file with the trusted certificate authorities; if absent, those
   * of Node are trusted.
   */
  tls?: { caFile?: string };
};

const SENTINEL_PORT = 26_379;
const SENTINEL = /^(rediss?)\+sentinel:\/\/(?:([^@/?]*)@)?([^@/?]+)\/([\w.-]+)(?:\/(\d+))?\/?(?:\?(.*))?$/;
const HOST = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/;
const SENTINEL_OPTIONS = ['sentinelUsername', 'sentinelPassword', 'caFile'];

/** The forms of a queue URL, for error messages. */
export const QUEUE_URL_FORMS =
  'postgres://…, redis://…, rediss://… (TLS), redis+sentinel://[user:password@]host:port[,host:port…]/name[/database] or rediss+sentinel://… (TLS)';

/** Undefined for an absent or empty part. */
function decode(part: string | undefined): string | undefined {
  return part ? decodeURIComponent(part) : undefined;
}

/** Whether `decodeURIComponent` can decode the URL, i.e. each `%` belongs to an encoded UTF-8 character. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function parseHost(host: string): { host: string; port: number } | undefined {
  const [, name, port] = HOST.exec(host) ?? [];
  if (name === undefined || Number(port) > 65_535) return undefined;
  return { host: name.replace(/^\[|\]$/g, ''), port: port === undefined ? SENTINEL_PORT : Number(port) };
}

function parseSentinel(url: string): QueueAddress | undefined {
  const [, scheme, userInfo = '', hosts = '', name = '', database = '0', query = ''] = SENTINEL.exec(url) ?? [];
  if (!scheme) return undefined;
  const sentinels = hosts.split(',').flatMap((host) => parseHost(host) ?? []);
  const options = new URLSearchParams(query);
  const areOptionsKnown = [...options.keys()].every((option) => SENTINEL_OPTIONS.includes(option));
  if (sentinels.length !== hosts.split(',').length || !areOptionsKnown) return undefined;
  const [, username, password] = /^([^:]*)(?::(.*))?$/.exec(userInfo) ?? [];
  return {
    engine: 'sentinel',
    sentinels,
    name,
    database: Number(database),
    username: decode(username),
    password: decode(password),
    sentinelUsername: options.get('sentinelUsername') ?? undefined,
    sentinelPassword: options.get('sentinelPassword') ?? undefined,
    ...(scheme === 'rediss' && { tls: { caFile: options.get('caFile') ?? undefined } }),
  };
}

/** Parses a Redis URL without Sentinel. Removes the parameter `caFile` from the URL, because the driver does not know it. */
function parseRedis(redisUrl: string): QueueAddress {
  const url = new URL(redisUrl);
  const caFile = url.searchParams.get('caFile') ?? undefined;
  url.searchParams.delete('caFile');
  return { engine: 'redis', url: url.href, ...(url.protocol === 'rediss:' && { tls: { caFile } }) };
}

/** Parses a queue URL. @returns undefined for a URL in none of the {@link QUEUE_URL_FORMS}; `postgresql:` is the same as `postgres:` */
export function parseQueueUrl(url: string): QueueAddress | undefined {
  if (/^rediss?\+sentinel:/i.test(url)) return isDecodable(url) ? parseSentinel(url) : undefined;
  const protocols = ['redis', 'rediss', 'postgres', 'postgresql'];
  if (!isURL(url, { ...WITH_PROTOCOL, protocols })) return undefined;
  return /^rediss?:/i.test(url) ? parseRedis(url) : { engine: 'postgres', url };
}

/** Validates that {@link parseQueueUrl} accepts the value. */
export function IsQueueUrl(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isQueueUrl',
      target: target.constructor,
      propertyName: String(property),
      options: { message: `$property must be one of: ${QUEUE_URL_FORMS}` },
      validator: { validate: (value) => typeof value === 'string' && parseQueueUrl(value) !== undefined },
    });
}
