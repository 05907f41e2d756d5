import { EARLY_ANSWER, EXPECTED_MS } from '@airdeck/contract/error/early-answer';
import { API_BASE } from '@airdeck/contract/route';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { ANSWERS_EARLY } from './add-route.ts';
import { type SchemaModules, schemaNames } from './schema-names.ts';
import { compactDocument, type JsonObject, shareComponents } from './share-components.ts';

const PREFER = {
  in: 'header',
  name: 'Prefer',
  schema: { type: 'string', enum: [EARLY_ANSWER] },
  description:
    `With \`${EARLY_ANSWER}\`, an answer that is not ready within 100 ms begins with status 200, the header ` +
    `\`${EXPECTED_MS}\` (its expected duration) and white space. If it fails after that, the last line of its body is ` +
    '`failed ` and the error, so the body is no JSON.',
};

/** Describes early answers of the marked operations. */
const describeEarly = (document: JsonObject): JsonObject => {
  for (const operations of Object.values((document.paths ?? {}) as Record<string, Record<string, JsonObject>>)) {
    for (const operation of Object.values(operations)) {
      if (!operation[ANSWERS_EARLY]) continue;
      delete operation[ANSWERS_EARLY];
      operation.parameters = [...((operation.parameters ?? []) as JsonObject[]), PREFER];
    }
  }
  return document;
};

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
    const document = describeEarly(JSON.parse(JSON.stringify(http.swagger())));
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
