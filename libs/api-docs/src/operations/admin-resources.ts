import { type JsonSchema } from '@almanac/api-versions';
import { type Operation, type Operations, pageOf, type QueryParameter, singleItem, withRequired } from './operation';
import { fields, includeOf, type ListExamples, listParameters, staffFormats } from './parameters';

/** A resource of the Admin API, with the data for the descriptions of its operations. */
export interface AdminResource extends ListExamples {
  /** The plural, e.g. `posts`: the path, and the key in bodies. */
  name: string;
  /** The singular with its article for summaries, e.g. `a post`. */
  noun: string;
  /** The name of its schema. */
  schema: string;
  /** The tag (in OpenAPI) that groups its operations. */
  tag: string;
  /** The name of the schema for input; `schema` with the suffix `Input` when absent. */
  input?: string;
  /** An example slug. */
  slug?: string;
  /** The values that `include` can have. */
  relations?: string[];
  /** Whether it has content, whose formats a request can select with `formats`. */
  hasContent?: boolean;
  /** Further query parameters of the list. */
  listQuery?: QueryParameter[];
  /** The write operations whose `include` selects the relations of the response. A write operation that is not listed ignores `include`. */
  writesWithInclude?: readonly ('add' | 'edit')[];
  /** Query parameters of add and edit. */
  writeParameters?: readonly QueryParameter[];
  deleteParameters?: readonly QueryParameter[];
  add?: WriteExample;
  edit?: WriteExample;
}

/** The example body of a request that adds or edits a resource, and the keys that such a request must have. */
interface WriteExample {
  required: string[];
  example: object;
}

export type Action = 'list' | 'read' | 'readBySlug' | 'add' | 'edit' | 'delete';

function selectionOf({ relations = [], hasContent }: AdminResource): QueryParameter[] {
  return [fields, ...(relations.length > 0 ? [includeOf(...relations)] : []), ...(hasContent ? [staffFormats] : [])];
}

/** The operation that reads one resource by a unique key. @param suffix the end of the operation id, e.g. `BySlug` */
export function readOperation(
  resource: AdminResource,
  by: 'id' | 'slug' | 'e-mail address',
  suffix: string,
): Operation {
  const { name, noun, schema, tag, slug } = resource;
  return {
    id: `read${schema}${suffix}`,
    tag,
    summary: `Read ${noun} by ${by}`,
    query: selectionOf(resource),
    ...(slug !== undefined && by === 'slug' && { pathExamples: { slug } }),
    status: 200,
    response: { schema: singleItem(name, schema) },
  };
}

function bodyOf({ name, schema, input = `${schema}Input` }: AdminResource, write?: WriteExample): JsonSchema {
  return singleItem(name, withRequired(input, ...(write?.required ?? [])));
}

function writeOperation(resource: AdminResource, action: 'add' | 'edit'): Operation {
  const { name, noun, schema, tag, relations = [], writesWithInclude = [], writeParameters = [] } = resource;
  const write = resource[action];
  return {
    id: `${action}${schema}`,
    tag,
    summary: `${action === 'add' ? 'Add' : 'Edit'} ${noun}`,
    query: [...(writesWithInclude.includes(action) ? [includeOf(...relations)] : []), ...writeParameters],
    body: { schema: bodyOf(resource, write), ...(write && { example: { [name]: [write.example] } }) },
    status: action === 'add' ? 201 : 200,
    response: { schema: singleItem(name, schema) },
  };
}

const operationBuilders: Record<Action, (resource: AdminResource) => [string, Operation]> = {
  list: (resource) => [
    `GET ${resource.name}`,
    {
      id: `list${resource.schema}s`,
      tag: resource.tag,
      summary: `List ${resource.name}`,
      query: [...listParameters(resource), ...(resource.listQuery ?? []), ...selectionOf(resource)],
      status: 200,
      response: { schema: pageOf(resource.name, resource.schema) },
    },
  ],
  read: (resource) => [`GET ${resource.name}/:id`, readOperation(resource, 'id', '')],
  readBySlug: (resource) => [`GET ${resource.name}/slug/:slug`, readOperation(resource, 'slug', 'BySlug')],
  add: (resource) => [`POST ${resource.name}`, writeOperation(resource, 'add')],
  edit: (resource) => [`PUT ${resource.name}/:id`, writeOperation(resource, 'edit')],
  delete: ({ name, noun, schema, tag, deleteParameters }) => [
    `DELETE ${name}/:id`,
    { id: `delete${schema}`, tag, summary: `Delete ${noun}`, query: deleteParameters, status: 204 },
  ],
};

/** The operations of a resource for these actions, by method and path, e.g. `GET posts/:id`. */
export function operationsOf(resource: AdminResource, ...actions: Action[]): Operations {
  return Object.fromEntries(actions.map((action) => operationBuilders[action](resource)));
}
