type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/**
 * Fastify's `trustProxy` option for the TRUST_PROXY setting.
 * @returns false for `off`, a function for a number of proxies, otherwise the trusted addresses and CIDRs
 */
export function trustedProxies(setting: string): TrustedProxies {
  if (setting === 'off') return false;
  if (/^\d{1,2}$/.test(setting)) return (_address, hop) => hop < Number(setting);
  return setting
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
}
