import ObjectID from 'bson-objectid';

/** A new 24-hex ObjectID: sorts by the second it was made. */
export function createObjectId(): string {
  return new ObjectID().toHexString();
}
