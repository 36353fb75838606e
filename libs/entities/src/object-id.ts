import ObjectID from 'bson-objectid';

/** A new ObjectID of 24 hexadecimal digits. ObjectIDs sort by the second of their creation. */
export function createObjectId(): string {
  return new ObjectID().toHexString();
}
