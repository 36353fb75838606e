import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const MAX_CHARACTERS = 1_000;

function assertString(name: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= MAX_CHARACTERS) return value;
  throw new GraphQLError(`${name} must be a string of at most ${MAX_CHARACTERS} characters.`, {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/**
 * A scalar whose value is a string. The content is validated later, with the rest of the input, so that every issue has the path of the
 * argument, also when the value is part of a variable.
 */
function stringScalar(name: string): GraphQLScalarType<string, string> {
  return new GraphQLScalarType({
    name,
    serialize: (value) => String(value),
    parseValue: (value) => assertString(name, value),
    parseLiteral: (node) => assertString(name, node.kind === Kind.STRING ? node.value : undefined),
  });
}

/** The scalars of the schema by name. */
export const scalars = Object.fromEntries(
  ['Date', 'Timestamp', 'TimeZone', 'EventStatus', 'Language', 'Category'].map((name) => [name, stringScalar(name)]),
);
