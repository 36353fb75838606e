import { IsUrl } from 'class-validator';

/** Options for web URLs. Hosts without a top-level domain are valid, because services reach each other by such names. */
export const HTTP_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** Validates an http or https URL. */
export const IsHttpUrl = (): PropertyDecorator => IsUrl(HTTP_URL);

/** Validates the URL of a PostgreSQL database. */
export const IsPostgresUrl = (): PropertyDecorator =>
  IsUrl({ protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false });
