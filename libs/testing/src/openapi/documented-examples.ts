interface Parameter {
  name: string;
  in: 'path' | 'query';
  example?: string | number | boolean;
}

interface DocumentedOperation {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example?: object }> };
  responses: Record<string, unknown>;
}

/** The part of an OpenAPI document from which requests are made. */
export interface DocumentWithExamples {
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
}

/** One operation of a document, with a request made from its examples. */
export interface DocumentedExample {
  /** `METHOD path`, e.g. `GET posts/:id`. */
  route: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The status of the first documented 2xx response; NaN if the operation documents only errors. */
  status: number;
  body?: object;
  /** The URL of the request with the parameters that have an example. `pathValues` replace the examples of path parameters. */
  url: (pathValues?: Readonly<Record<string, string>>) => string;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** A request for each GET, POST, PUT and DELETE operation of a document, made from its examples. */
export function documentedExamples({ servers: [server], paths }: DocumentWithExamples): DocumentedExample[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method.toLowerCase()];
      return operation ? [exampleOf(method, path, operation, server?.url ?? '')] : [];
    }),
  );
}

function exampleOf(
  method: DocumentedExample['method'],
  path: string,
  { parameters, requestBody, responses }: DocumentedOperation,
  server: string,
): DocumentedExample {
  const examples = parameters.flatMap(({ name, in: place, example }) =>
    example === undefined ? [] : [{ name, place, value: String(example) }],
  );
  const pathExamples = Object.fromEntries(
    examples.filter(({ place }) => place === 'path').map((example) => [example.name, example.value]),
  );
  const query = new URLSearchParams();
  for (const { name, place, value } of examples) if (place === 'query') query.set(name, value);
  return {
    route: `${method} ${path.replace(/^\/|\/$/g, '').replace(/\{(\w+)\}/g, ':$1')}`,
    method,
    status: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
    body: requestBody?.content['application/json']?.example,
    url: (pathValues = {}) => {
      const values = { ...pathExamples, ...pathValues };
      const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
      return `${server}${filledPath}${query.size > 0 ? `?${query.toString()}` : ''}`;
    },
  };
}
