import { AdminClient, type AdminComponents } from '@almanac/client';

/** Client of the Admin API on the origin of the Console. The browser adds the session cookie. */
export const admin = new AdminClient({ url: window.location.origin });

/** The types of the resources, requests and responses of the Admin API. */
export type AdminSchemas = AdminComponents['schemas'];
