/** Ids of resources without a table. A site has one of each, but no paid tier without a payment provider. */
export const FREE_TIER_ID = '000000000000000000000f4e';
export const PAID_TIER_ID = '000000000000000000000fad';
export const NEWSLETTER_ID = '000000000000000000000e15';
