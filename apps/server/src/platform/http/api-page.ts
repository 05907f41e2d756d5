import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { API_BASE } from '@airdeck/contract/route';
import type { FastifyInstance } from 'fastify';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Airdeck API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** A separate script, because the console's policy forbids inline scripts. Nothing is sent to a validator. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;

const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const CACHE = 'private, max-age=3600';

/** Adds a page for browsing the OpenAPI document. All its files come from this server. */
export function addApiPage(http: FastifyInstance): void {
  const { resolve } = createRequire(import.meta.url);
  const access = 'public' as const;
  const hidden = { config: { access }, schema: { hide: true } };
  http.get(
    `${API_BASE}/docs`,
    { config: { access }, schema: { summary: 'This document as a page', tags: ['docs'], security: [] } },
    (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE),
  );
  http.get(`${API_BASE}/docs/start.js`, hidden, (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', CACHE).send(START),
  );
  for (const [name, type] of Object.entries(FILES)) {
    const path = resolve(`swagger-ui-dist/${name}`);
    http.get(`${API_BASE}/docs/${name}`, hidden, (_, reply) =>
      reply.type(type).header('cache-control', CACHE).send(createReadStream(path)),
    );
  }
}
