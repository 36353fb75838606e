import { IsUrl } from 'class-validator';

/**
 * Options for URLs, which need a protocol. Hosts without a top-level domain or with an underscore are valid, because containers have
 * such names.
 */
export const WITH_PROTOCOL = { require_protocol: true, require_tld: false, allow_underscores: true };

/** Options for web URLs. */
export const HTTP_URL = { ...WITH_PROTOCOL, protocols: ['http', 'https'] };

/** Validates an http or https URL. */
export const IsHttpUrl = (): PropertyDecorator => IsUrl(HTTP_URL);

/** Validates the URL of a PostgreSQL database. */
export const IsPostgresUrl = (): PropertyDecorator =>
  IsUrl({ ...WITH_PROTOCOL, protocols: ['postgres', 'postgresql'] });
