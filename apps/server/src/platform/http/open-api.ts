import { API_BASE } from '@airdeck/contract/route';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type SchemaModules, schemaNames } from './schema-names.ts';
import { shareComponents, withoutSafeBounds } from './share-components.ts';

export interface OpenApiOptions {
  version: string;
  /** The schemas that the document names; loaded on the first request for it: most servers never get one. */
  loadSchemas?: () => Promise<SchemaModules>;
}

/** Serves the OpenAPI document of the routes that are added after it, made of the schemas that validate. */
export async function registerOpenApi(http: FastifyInstance, { version, loadSchemas }: OpenApiOptions): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Airdeck',
        version,
        description:
          'Errors are `{code, message, errors, request_id}`, with the message in the language of the user or of ' +
          'Accept-Language. An address that does not exist answers 401 without a session, as those that do.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  const write = async (): Promise<string> => {
    const names = schemaNames((await loadSchemas?.()) ?? {});
    return JSON.stringify(shareComponents(withoutSafeBounds(JSON.stringify(http.swagger())), names));
  };
  let written: Promise<string> | null = null;
  http.get(
    `${API_BASE}/openapi.json`,
    { config: { access: 'public' }, schema: { summary: 'This document', tags: ['openapi.json'] } },
    async (_, reply) => {
      written ??= write();
      return reply.type('application/json; charset=utf-8').send(await written);
    },
  );
}
