import ObjectID from 'bson-objectid';

/** A new 24-hex ObjectID. ObjectIDs sort by the second of their creation. */
export function createObjectId(): string {
  return new ObjectID().toHexString();
}
