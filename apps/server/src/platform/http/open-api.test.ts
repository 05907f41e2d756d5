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

it('shares a required parameter of several areas, apart from the optional one of the same name', () => {
  const day = { in: 'query', name: 'day', schema: { type: 'string', format: 'date' } };
  const needed = { ...day, required: true };
  const ask = (tag: string, parameter: JsonObject) => ({
    get: { tags: [tag], parameters: [parameter], responses: {} },
  });
  const paths = {
    ...{ '/a': ask('a', day), '/b': ask('b', day) },
    ...{ '/c': ask('c', needed), '/d': ask('d', needed), '/e': ask('e', needed) },
  };
  const shared = shareComponents({ paths }, names);
  expect(shared.components).toMatchObject({ parameters: { day, 'required.day': needed } });
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

it('describes an object with all properties of a named one as its extension', () => {
  const text = { type: 'string' };
  const place = {
    type: 'object',
    properties: { office: text, department: text, meter: text, sensor: text, zone: text },
    required: ['office', 'meter'],
  };
  const extended = (name: string, required: string[]): JsonObject => ({
    type: 'object',
    properties: { ...place.properties, [name]: { type: 'number' } },
    required,
  });
  const response = (schema: JsonObject): JsonObject => ({
    get: { responses: { '200': { content: { json: { schema } } } } },
  });
  const optional = extended('value', ['meter', 'value']);
  const shared = shareComponents(
    {
      paths: {
        '/values': response(extended('value', ['office', 'meter', 'value'])),
        '/counts': response(extended('count', ['office', 'meter'])),
        '/optional': response(optional),
      },
    },
    new Map([[JSON.stringify(place), 'Place']]),
  );
  const extension = (name: string, required: string[]): JsonObject => ({
    allOf: [
      { $ref: '#/components/schemas/Place' },
      { properties: { [name]: { type: 'number' } }, ...(required.length > 0 && { required }) },
    ],
  });
  expect(shared.components).toMatchObject({ schemas: { Place: place } });
  expect(shared.paths).toEqual({
    '/values': response(extension('value', ['value'])),
    '/counts': response(extension('count', [])),
    // Its office is optional, unlike that of the place.
    '/optional': response(optional),
  });
});

it('describes an object that others extend once, where it is also used alone', () => {
  const text = { type: 'string', minLength: 1, maxLength: 100 };
  const place = { type: 'object', properties: { office: text, department: text, meter: text }, required: ['office'] };
  const valued = { ...place, properties: { ...place.properties, value: { type: 'number' } } };
  const response = (schema: JsonObject): JsonObject => ({
    get: { responses: { '200': { content: { json: { schema } } } } },
  });
  const shared = shareComponents(
    { paths: { '/place': response(place), '/values': response(valued) } },
    new Map([[JSON.stringify(place), 'Place']]),
  );
  const reference = { $ref: '#/components/schemas/Place' };
  expect(shared.paths).toEqual({
    '/place': response(reference),
    '/values': response({ allOf: [reference, { properties: { value: { type: 'number' } } }] }),
  });
});

it('describes closed bodies with the same fields as extensions of their open part', () => {
  const number = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
  const fields = {
    type: 'object',
    properties: { first_number: number, second_number: number, third_number: number },
    required: ['first_number'],
    additionalProperties: false,
  };
  const edited = {
    ...fields,
    properties: { ...fields.properties, version: { type: 'integer' } },
    required: ['first_number', 'version'],
  };
  const body = (schema: JsonObject): JsonObject => ({ requestBody: { content: { json: { schema } } } });
  const shared = shareComponents(
    { paths: { '/rows': { post: body(fields), put: body(edited) } } },
    new Map([[JSON.stringify(fields), 'RowBody']]),
  );
  const open = { $ref: '#/components/schemas/RowOpen' };
  const own = { properties: { version: { type: 'integer' } }, required: ['version'] };
  expect(shared.paths).toEqual({
    '/rows': {
      post: body({ allOf: [open], unevaluatedProperties: false }),
      put: body({ allOf: [open, own], unevaluatedProperties: false }),
    },
  });
  const { schemas } = dereferenced(shared).components as unknown as { schemas: Record<string, JsonObject> };
  expect(schemas.RowOpen).toMatchObject({ type: 'object', required: ['first_number'] });
  expect(schemas.RowOpen).not.toHaveProperty('additionalProperties');
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
