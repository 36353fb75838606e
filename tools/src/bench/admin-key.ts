import { createKeySecret, createObjectId } from '@almanac/entities';
import { Client } from 'pg';
import { signedToken, validToken } from '../exchanges/tokens';

/** An admin key of the measured site. */
export interface AdminKey {
  id: string;
  secret: string;
}

/** Adds an integration to a database. @returns its admin key */
export async function addAdminKey(databaseUrl: string): Promise<AdminKey> {
  const client = new Client({ connectionString: databaseUrl });
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

/** The value of an `Authorization` header: a token that is signed with the key, and valid for five minutes. */
export function authorizationOf({ id, secret }: AdminKey): string {
  return `Ghost ${signedToken(validToken('v3', id), Buffer.from(secret, 'hex'))}`;
}
