import ObjectID from 'bson-objectid';

/** A new ObjectID of 24 hexadecimal digits. ObjectIDs of different seconds sort by the time of their creation. */
export function createObjectId(): string {
  return new ObjectID().toHexString();
}
