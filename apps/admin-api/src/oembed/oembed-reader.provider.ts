import { AddressGuard, OutboundClient } from '@almanac/platform';
import type { Provider } from '@nestjs/common';
import { OembedReader } from './oembed-reader';

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_PER_ORIGIN = 2;

/**
 * The address guard refuses every private address. `WEBHOOK_ALLOWED_CIDRS` does not apply, because here contributors can request any URL.
 */
export const oembedReaderProvider: Provider = {
  provide: OembedReader,
  useFactory: () =>
    new OembedReader(
      new OutboundClient({
        guard: new AddressGuard(),
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
      }),
    ),
};
