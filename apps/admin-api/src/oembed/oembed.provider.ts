import { AddressGuard, OutboundClient } from '@almanac/platform';
import type { Provider } from '@nestjs/common';
import { Oembed } from './oembed';

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_PER_ORIGIN = 2;

/** Uses an address guard without exceptions: `WEBHOOK_ALLOWED_CIDRS` does not apply, because editors choose these URLs. */
export const oembedProvider: Provider = {
  provide: Oembed,
  useFactory: () =>
    new Oembed(
      new OutboundClient({
        guard: new AddressGuard(),
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
      }),
    ),
};
