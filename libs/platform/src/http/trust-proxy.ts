type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/**
 * The option `trustProxy` of Fastify for the environment variable TRUST_PROXY.
 * @param setting `off`, the number of proxies in front of the service, or comma-separated addresses and CIDRs of proxies
 */
export function trustedProxies(setting: string): TrustedProxies {
  if (setting === 'off') return false;
  if (/^\d{1,2}$/.test(setting)) return (_address, hop) => hop < Number(setting);
  return setting
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
}
