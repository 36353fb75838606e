import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const MAX_LENGTH = 1_000;

function assertText(name: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= MAX_LENGTH) return value;
  throw new GraphQLError(`${name} must be a string of at most ${MAX_LENGTH} characters.`, {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/**
 * A scalar that travels as a string. What the string may say is checked with the rest of the input, so that every issue
 * carries the path of the argument, however the value came: as a literal, a variable, or part of one.
 */
function textScalar(name: string): GraphQLScalarType<string, string> {
  return new GraphQLScalarType({
    name,
    serialize: (value) => String(value),
    parseValue: (value) => assertText(name, value),
    parseLiteral: (node) => assertText(name, node.kind === Kind.STRING ? node.value : undefined),
  });
}

/** By name, as the schema declares them. */
export const scalars = Object.fromEntries(
  ['Date', 'Timestamp', 'TimeZone', 'EventStatus', 'Language', 'Category'].map((name) => [name, textScalar(name)]),
);
