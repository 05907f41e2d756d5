import { API_BASE } from '@airdeck/contract/route';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves the OpenAPI document of the routes that are added after it, made of the schemas that validate. */
export async function registerOpenApi(http: FastifyInstance, version: string): Promise<void> {
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
  http.get(
    `${API_BASE}/openapi.json`,
    { config: { access: 'public' }, schema: { summary: 'This document', tags: ['openapi.json'] } },
    () => http.swagger(),
  );
}
