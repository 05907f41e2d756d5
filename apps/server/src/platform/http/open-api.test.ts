import { expect, it } from 'vitest';
import { dereferenced } from '../../testing/read-document.ts';
import { compactDocument, compactSchema, type JsonObject, shareComponents } from './share-components.ts';

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

it('names a repeated schema without an export after the property that it describes', () => {
  const limits = {
    type: 'object',
    properties: { lowest_value: { type: 'number' }, highest_value: { type: 'number' } },
  };
  const schema = { type: 'object', properties: { alarm_limits: limits, name: { type: 'string' } } };
  const response = (code: string) => ({
    tags: ['x'],
    responses: { [code]: { description: code, content: { json: { schema: { ...schema, title: code } } } } },
  });
  const paths = { '/a': { get: response('200') }, '/b': { get: response('201') } };
  const shared = shareComponents({ paths }, names);
  expect(shared.components).toMatchObject({ schemas: { AlarmLimits: limits } });
  expect(dereferenced(shared).paths).toEqual(paths);
});

it.each<[string, JsonObject, JsonObject]>([
  ['safe integers', { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, { type: 'integer' }],
  ['other bounds', { type: 'integer', minimum: 0, maximum: 9 }, { type: 'integer', minimum: 0, maximum: 9 }],
  ['a format', { type: 'string', format: 'uuid', pattern: '^x$' }, { type: 'string', format: 'uuid' }],
  ['a pattern', { type: 'string', pattern: '^x$' }, { type: 'string', pattern: '^x$' }],
  ['records', { additionalProperties: { type: 'number' } }, { additionalProperties: { type: 'number' } }],
  [
    'a plain type or null',
    { anyOf: [{ type: 'string', maxLength: 4 }, { type: 'null' }], default: null },
    { type: ['string', 'null'], maxLength: 4, default: null },
  ],
  [
    'a choice or null, whose list does not contain null',
    { anyOf: [{ type: 'string', enum: ['Y', 'N'] }, { type: 'null' }] },
    { anyOf: [{ type: 'string', enum: ['Y', 'N'] }, { type: 'null' }] },
  ],
])('shortens %s without another meaning', (_, schema, compact) => {
  expect(compactSchema(schema)).toEqual(compact);
  expect(compactSchema({ type: 'array', items: schema })).toEqual({ type: 'array', items: compact });
});

it('shortens parameters, bodies and answers of a document', () => {
  const closed = { type: 'object', additionalProperties: false };
  const operation = {
    tags: ['x'],
    parameters: [{ in: 'query', name: 'n', required: false, schema: closed }],
    requestBody: { content: { json: { schema: closed } } },
    responses: { '200': { description: 'Default Response', content: { json: { schema: closed } } } },
  };
  const open = { type: 'object' };
  expect(compactDocument({ paths: { '/x': { put: operation } } }).paths).toEqual({
    '/x': {
      put: {
        tags: ['x'],
        parameters: [{ in: 'query', name: 'n', schema: closed }],
        requestBody: { content: { json: { schema: closed } } },
        responses: { '200': { description: 'OK', content: { json: { schema: open } } } },
      },
    },
  });
});
