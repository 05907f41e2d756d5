import { expect, it } from 'vitest';
import { dereferenced } from '../../testing/read-document.ts';
import { type JsonObject, shareComponents } from './share-components.ts';

const long = { type: 'object', properties: { name: { type: 'string', maxLength: 60 }, code: { type: 'string' } } };
const answer = { description: 'OK', content: { 'application/json': { schema: long } } };
const file = { description: 'OK', content: { 'text/csv': { schema: { type: 'string' } } } };
const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 } };
const operation = { tags: ['meters'], parameters: [id], responses: { '200': answer, default: answer } };
const document: JsonObject = {
  components: { securitySchemes: { bearer: {} } },
  paths: {
    '/meters/{id}': { get: operation, put: { ...operation, requestBody: { content: { json: { schema: long } } } } },
    '/meters/export': { get: { tags: ['meters'], responses: { '200': file } } },
    '/sensors/export': { get: { tags: ['sensors'], responses: { '200': file } } },
  },
};
const names = new Map([
  [JSON.stringify(long), 'Meter'],
  [JSON.stringify({ type: 'string' }), 'Phone'],
]);

it('shares repeated parts under their names, and says the same as before', () => {
  const shared = shareComponents(document, names);
  expect(shared.components).toMatchObject({
    schemas: { Meter: long },
    parameters: { id },
    responses: { Error: {}, File: file, Meter: {} },
  });
  expect(dereferenced(shared).paths).toEqual(document.paths);
});

it('keeps a parameter apart from another one of the same name', () => {
  const other = { ...id, schema: { type: 'string', maxLength: 4 } };
  const twice = { tags: ['views'], parameters: [other], responses: {} };
  const paths = { ...(document.paths as JsonObject), '/views': { get: twice, put: twice } };
  const shared = shareComponents({ paths }, names);
  expect(shared.components).toMatchObject({ parameters: { id, 'views.id': other } });
  expect(dereferenced(shared).paths).toEqual(paths);
});
