const OBJECT_ID = /^[0-9a-f]{24}$/;

/** Whether a string has the format of an id: 24 hex digits in lower case. */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}
