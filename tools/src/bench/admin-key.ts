import { createKeySecret, createObjectId } from '@almanac/entities';
import { Client } from 'pg';
import { signedToken, validToken } from '../exchanges/tokens';

/** An admin key of the site under measurement. */
export interface AdminKey {
  id: string;
  secret: string;
}

/** Adds an integration and returns its admin key. */
export async function addAdminKey(url: string): Promise<AdminKey> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const [integration, id, secret] = [createObjectId(), createObjectId(), createKeySecret('admin')];
  await client.query(
    `insert into publishing.integrations (id, name, slug, created_at) values ($1, 'Bench', $1, now())`,
    [integration],
  );
  await client.query(
    `insert into publishing.api_keys (id, type, secret, integration_id, role_id, created_at)
     select $1, 'admin', $2, $3, r.id, now() from publishing.roles r where r.name = 'Admin Integration'`,
    [id, secret, integration],
  );
  await client.end();
  return { id, secret };
}

/** An `Authorization` header that is signed with the key. It is valid for five minutes. */
export function authorizationOf({ id, secret }: AdminKey): string {
  return `Ghost ${signedToken(validToken('v3', id), Buffer.from(secret, 'hex'))}`;
}
