/** The HTTP methods that the APIs use. */
export type Method = 'get' | 'put' | 'post' | 'delete';

/** The paths of an OpenAPI document that have an operation with the method `M`. */
export type PathWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<M, { responses: object }> ? Path : never;
}[keyof Paths] &
  string;

type Operation<Paths, Path extends keyof Paths, M extends Method> =
  Paths[Path] extends Record<M, infer Found> ? Found : never;

/** The option `params` with `path` and `query`; it is required if the operation has a required parameter. */
type Params<Op> = Op extends { parameters: infer Given }
  ? {} extends Given
    ? { params?: Given }
    : { params: Given }
  : { params?: never };

type JsonBody<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Op extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : { body?: never };

/** Options that every request accepts, and that are not part of the OpenAPI document. */
interface CommonOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** How to read the body of the response: `text` for CSV, `blob` for files, `json` by default. */
  parseAs?: 'json' | 'text' | 'blob';
  /** Called with a successful response, e.g. to read its `ETag`. The client has already read the body. */
  onResponse?: (response: Response) => void;
}

export type Options<Paths, Path extends keyof Paths, M extends Method> = Params<Operation<Paths, Path, M>> &
  JsonBody<Operation<Paths, Path, M>> &
  CommonOptions;

/** The arguments after `path`: the options, or nothing if the document requires no option. */
export type OptionsArgument<Paths, Path extends keyof Paths, M extends Method> =
  {} extends Options<Paths, Path, M> ? [options?: Options<Paths, Path, M>] : [options: Options<Paths, Path, M>];

type Content<Response> = Response extends { content: infer Types } ? Types[keyof Types] : undefined;

type Responses<Op> = Op extends { responses: infer Found } ? Found : never;

/** The body of a successful response; undefined if it has none. */
export type ResponseBody<Paths, Path extends keyof Paths, M extends Method> = Content<
  Responses<Operation<Paths, Path, M>>[keyof Responses<Operation<Paths, Path, M>> & (200 | 201 | 202 | 204)]
>;

interface Page {
  meta: { pagination: { next: number | null } };
}

/** The paths of a document with a GET operation that returns pages of results. */
export type ListPath<Paths> = {
  [Path in PathWith<Paths, 'get'>]: ResponseBody<Paths, Path, 'get'> extends Page ? Path : never;
}[PathWith<Paths, 'get'>];

/** One resource in a page of results. */
export type ItemOf<PageOfResults> = Extract<
  PageOfResults[Exclude<keyof PageOfResults, 'meta'>],
  readonly unknown[]
>[number];

type FormBody<Op> = Op extends { requestBody?: { content: { 'multipart/form-data': infer Body } } } ? Body : never;

/** Also accepts a file where the document has a string, because OpenAPI describes files as strings with the format `binary`. */
type FormValue<Value> = string extends Value ? string | Blob : Value;

/** The fields of the form that the POST operation of a path accepts. */
export type UploadFields<Paths, Path extends keyof Paths> = {
  [Field in keyof FormBody<Operation<Paths, Path, 'post'>>]: FormValue<FormBody<Operation<Paths, Path, 'post'>>[Field]>;
};
