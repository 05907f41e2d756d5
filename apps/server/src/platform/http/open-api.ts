import { API_BASE } from '@airdeck/contract/route';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type SchemaModules, schemaNames } from './schema-names.ts';
import { compactDocument, type JsonObject, shareComponents } from './share-components.ts';

export interface OpenApiOptions {
  version: string;
  /** The schemas that get names in the document; loaded on its first request, which most servers never get. */
  loadSchemas?: () => Promise<SchemaModules>;
}

/** Serves the OpenAPI document of the routes that are added after it, generated from the schemas that validate. */
export async function registerOpenApi(http: FastifyInstance, { version, loadSchemas }: OpenApiOptions): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Airdeck',
        version,
        description:
          'Errors are `{code, message, errors, request_id}`, with the message in the language of the user or of ' +
          'Accept-Language. Without a session every address answers 401, ' +
          'also one that does not exist.',
      },
      // All operations but the public ones.
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  const write = async (): Promise<string> => {
    const names = schemaNames((await loadSchemas?.()) ?? {});
    const document: JsonObject = JSON.parse(JSON.stringify(http.swagger()));
    return JSON.stringify(shareComponents(compactDocument(document), names));
  };
  let written: Promise<string> | null = null;
  http.get(
    `${API_BASE}/openapi.json`,
    { config: { access: 'public' }, schema: { summary: 'This document', tags: ['openapi.json'], security: [] } },
    async (_, reply) => {
      written ??= write();
      return reply.type('application/json; charset=utf-8').send(await written);
    },
  );
}
