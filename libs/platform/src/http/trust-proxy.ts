type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/**
 * Turns TRUST_PROXY into what Fastify takes.
 * @returns false for `off`, a test of the hop for a number of proxies, or the trusted addresses and CIDRs
 */
export function trustedProxies(setting: string): TrustedProxies {
  if (setting === 'off') return false;
  if (/^\d{1,2}$/.test(setting)) return (_address, hop) => hop < Number(setting);
  return setting
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
}
