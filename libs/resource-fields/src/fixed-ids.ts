/** The ids of the tiers and the newsletter, which have no table. They are the same on all sites. */
export const FREE_TIER_ID = '000000000000000000000f4e';
export const PAID_TIER_ID = '000000000000000000000fad';
export const NEWSLETTER_ID = '000000000000000000000e15';
