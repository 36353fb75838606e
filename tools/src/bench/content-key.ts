import { createKeySecret, createObjectId } from '@almanac/entities';
import { Client } from 'pg';

/** Adds an integration to a database. @returns its content key */
export async function addContentKey(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const [integration, key, secret] = [createObjectId(), createObjectId(), createKeySecret('content')];
  await client.query(
    `insert into publishing.integrations (id, name, slug, created_at) values ($1, 'Bench', $1, now())`,
    [integration],
  );
  await client.query(
    `insert into publishing.api_keys (id, type, secret, integration_id, created_at) values ($1, 'content', $2, $3, now())`,
    [key, secret, integration],
  );
  await client.end();
  return secret;
}
