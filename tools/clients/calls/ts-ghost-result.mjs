/**
 * The data in the result of a call of a @ts-ghost client.
 * @throws Error with the messages of the API, or of the schema that the response does not match
 */
export function dataOf(result) {
  if (result.success) return result.data;
  throw new Error(JSON.stringify(result.errors));
}
