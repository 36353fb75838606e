import { AdminClient, type AdminComponents } from '@almanac/client';

/** The Admin API of this origin, with the session cookie of the browser. */
export const admin = new AdminClient({ url: window.location.origin });

export type Schemas = AdminComponents['schemas'];
