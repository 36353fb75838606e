import { request } from 'undici';

/** Apollo Server accepts GET requests only with this header, to prevent cross-site request forgery. */
export const HEADERS = { 'apollo-require-preflight': 'true' };

/** The path and query of a GET request with a GraphQL operation. */
export function operationPath(query: string, variables: object): string {
  return `/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(JSON.stringify(variables))}`;
}

/** Sends a GraphQL operation by GET. @returns `data` of the response @throws Error when the response has errors or no data */
export async function fetchData<T>(url: string): Promise<T> {
  const { body } = await request(url, { headers: HEADERS });
  const response = (await body.json()) as { data?: T; errors?: unknown[] };
  if (!response.data || response.errors) throw new Error(`Invalid run: ${JSON.stringify(response)}`);
  return response.data;
}
