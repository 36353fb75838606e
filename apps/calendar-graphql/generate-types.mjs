// Writes the TypeScript types of the schema (for the service) and of the example operations (for a client).
// Usage: node generate-types.mjs [--check]; with --check it writes nothing and fails when a file is not what it should be.
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const root = dirname(fileURLToPath(import.meta.url));
const schema = parse(await readFile(join(root, 'src/schema.graphql'), 'utf8'));
const operationsFile = join(root, 'test/client/operations.graphql');
const operations = { location: operationsFile, document: parse(await readFile(operationsFile, 'utf8')) };

const scalars = Object.fromEntries(
  ['Date', 'Timestamp', 'TimeZone', 'EventStatus', 'Language', 'Category'].map((name) => [name, 'string']),
);
const config = { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, skipTypename: true };

const targets = [
  { file: 'src/generated/schema-types.ts', documents: [], plugins: { typescript } },
  {
    file: 'test/client/generated/operations.ts',
    documents: [operations],
    plugins: { typescriptOperations, typedDocumentNode },
  },
];

async function textOf({ file, documents, plugins }) {
  const text = await codegen({
    schema,
    documents,
    config,
    filename: file,
    plugins: Object.keys(plugins).map((name) => ({ [name]: {} })),
    pluginMap: plugins,
  });
  const filepath = join(root, file);
  const options = { ...(await resolveConfig(filepath)), filepath };
  return format(`// Made by generate-types.mjs; do not edit.\n${text}`, options);
}

const isCheck = process.argv.includes('--check');
for (const target of targets) {
  const file = join(root, target.file);
  const text = await textOf(target);
  if (!isCheck) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`${target.file} is not what the schema says: run generate-types.mjs\n`);
    process.exitCode = 1;
  }
}
