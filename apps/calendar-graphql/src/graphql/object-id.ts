const OBJECT_ID = /^[0-9a-f]{24}$/;

/** Whether a text can be the id of an event or user; what cannot be one is not looked up. */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}
