import { buildSchema, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationCost } from './operation-cost';

const schema = buildSchema(readFileSync(join(__dirname, '../schema.graphql'), 'utf8'));

const TIME = '{ timeZone: "UTC", start: "2026-06-01T09:00:00Z", end: "2026-06-01T10:00:00Z" }';

describe('the cost of an operation', () => {
  it.each([
    ['categories { category events }', 1_000],
    ['answeredOccurrences(eventId: "x") { start counts { attending } }', 400],
    ['eventDetails(id: "x") { nextOccurrences { isAllDay } }', 11],
    ['eventDetails(id: "x") { nextOccurrences(first: 1000) { isAllDay } }', 101],
    ['eventDetails(id: "x") { overrides { isAllDay } }', 101],
    ['eventDetails(id: "x") { overrides(first: 5000) { isAllDay } }', 1_001],
    [`previewOccurrences(input: { time: ${TIME} }, first: 1000) { start }`, 100],
    ['event(id: "x") { occurrences { start } }', 51],
    ['occurrences(filter: {}) { start }', 20],
    ['occurrencePage(filter: {}, first: 5000) { nodes { isAllDay } pageInfo { hasNextPage } }', 2_000],
  ])('counts the most objects that each list can return: %s', (selection, cost) => {
    const query = parse(`{ ${selection} }`);
    const limits = { defaultLimit: 20, maxLimit: 1_000 };
    expect(operationCost(query, { schema, operationName: null, variables: {}, ...limits })).toBe(cost);
  });
});
