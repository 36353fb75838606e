import { setThreadPoolSize } from '@almanac/platform';

/**
 * The lookup of a host name takes a thread, for half a minute or longer if its name servers do not respond. With the four threads of
 * Node.js, four such webhook endpoints would block the lookups of all others.
 */
const THREADS = 64;

setThreadPoolSize(THREADS);
