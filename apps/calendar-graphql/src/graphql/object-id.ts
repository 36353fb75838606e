const OBJECT_ID = /^[0-9a-f]{24}$/;

/** Whether a string can be the id of an event or user. */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}
