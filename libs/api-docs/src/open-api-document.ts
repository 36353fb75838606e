import type { JsonSchema } from '@almanac/api-versions';

/** The properties of OpenAPI 3.1 documents (https://spec.openapis.org/oas/v3.1.1.html) that our documents use. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    securitySchemes: Readonly<Record<string, object>>;
  };
  security: Record<string, string[]>[];
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: true;
  /** Empty for an operation without authentication; otherwise absent, so that `security` of the document applies. */
  security?: [];
  parameters: OpenApiParameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema; example?: object }> };
  responses: Record<string, { description: string; content?: object }>;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query';
  description?: string;
  required: boolean;
  schema: JsonSchema;
  example?: string | number | boolean;
}
