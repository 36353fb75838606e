import { ValidationError } from '@almanac/errors';
import { isRecord } from '../json';
import { depthOf, MAX_JSON_DEPTH } from '../mobiledoc/parse-mobiledoc';
import { assertProperties } from './assert-properties';
import { LexicalMeter } from './lexical-limits';
import type { LexicalDocument, LexicalNode } from './lexical-node';
import { nodeType } from './node-types';

/** The document of a post without content, serialized: one empty paragraph. */
export const BLANK_LEXICAL =
  '{"root":{"children":[{"children":[],"direction":null,"format":"","indent":0,"type":"paragraph","version":1}],"direction":null,"format":"","indent":0,"type":"root","version":1}}';

/**
 * Checks a serialized lexical document: known node types, the types of their properties, depth, number of nodes and size.
 *
 * @param path the path of the document in the request body, e.g. `.posts[0].lexical`
 * @throws ValidationError whose context contains the path of the node, e.g. `.posts[0].lexical: root.children[3] …`
 */
export function assertLexical(document: string, path = '.posts[0].lexical'): void {
  parseLexical(document, path);
}

/** Parses a serialized lexical document, with the checks and the error of {@link assertLexical}. */
export function parseLexical(document: string, path = '.posts[0].lexical'): LexicalDocument {
  const reject = (context: string): never => {
    throw invalidLexical(path, context);
  };
  if (depthOf(document) > MAX_JSON_DEPTH) return reject('is nested too deeply.');
  const parsed = parseJson(document, path);
  const root = isRecord(parsed) ? parsed.root : undefined;
  if (!isRecord(root) || root.type !== 'root' || !Array.isArray(root.children)) return reject('has no root node.');
  const checks: Checks = { meter: new LexicalMeter(reject), reject };
  return { root: { ...root, type: 'root', children: checkChildren(root.children, 'root', checks, 'root') } };
}

/**
 * The error for an invalid lexical document.
 *
 * @param path the path of the document in the request body
 * @param context what is wrong, e.g. `has no root node.`; the error shows it after the path
 */
export function invalidLexical(path: string, context: string, cause?: unknown): ValidationError {
  return new ValidationError('Invalid lexical structure.', {
    property: 'lexical',
    context: `${path}: ${context}`,
    cause,
  });
}

/** The state and the error function that the checks of one document share. */
interface Checks {
  meter: LexicalMeter;
  /** Throws {@link invalidLexical} with this context. */
  reject: (context: string) => never;
}

function parseJson(document: string, path: string): unknown {
  try {
    return JSON.parse(document);
  } catch (cause) {
    throw invalidLexical(path, 'is not JSON.', cause);
  }
}

function checkChildren(children: unknown[], path: string, checks: Checks, parent: string): LexicalNode[] {
  return children.map((child, index) => checkNode(child, `${path}.children[${index}]`, checks, parent));
}

function checkNode(node: unknown, path: string, checks: Checks, parent: string): LexicalNode {
  const { reject, meter } = checks;
  if (!isRecord(node)) return reject(`${path} is not a node.`);
  const known = nodeType(node.type);
  if (known === undefined || node.type === 'root') {
    return reject(`${path} has the unknown node type ${JSON.stringify(node.type)?.slice(0, 100)}.`);
  }
  const type = String(node.type);
  const isInRoot = parent === 'root';
  if (isInRoot && known.group === 'text') return reject(`${path}: the text "${type}" stands outside a paragraph.`);
  if (!isInRoot && known.group === 'card') return reject(`${path}: the card "${type}" stands inside another node.`);
  if (parent === 'link' && type === 'link') return reject(`${path}: a link stands inside another one.`);
  meter.add(node, known, path);
  assertProperties(node, known, (name, problem) => reject(`${path}.${name} ${problem}.`));
  if (known.group !== 'element') return { ...node, type };
  if (!Array.isArray(node.children)) return reject(`${path}.children is not a list.`);
  return { ...node, type, children: checkChildren(node.children, path, checks, type) };
}
