type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

type Kind = 'schemas' | 'parameters' | 'responses';

/** Keywords whose values are schemas; the values of all others, such as enum, are not. */
const ONE_WITHIN = ['items', 'additionalProperties', 'propertyNames', 'not'];
const LISTS_WITHIN = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
/** A shorter schema is clearer in its place than a reference. */
const MIN_LENGTH = 60;
/** The same for schemas without a name of their own, which get that of a property. */
const MIN_UNNAMED_LENGTH = 80;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const mapObject = (value: Json | undefined, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([key, each]) => [key, change(each, key)]));

/** Every integer of JavaScript has these bounds, so they say nothing. */
const isSafeBound = (key: string, value: Json): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** `anyOf` of one plain type and null as a list of types: the same in fewer words. */
const withTypeList = (schema: JsonObject): JsonObject => {
  const [type, other, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (more.length > 0 || !isObject(type) || !isObject(other) || JSON.stringify(other) !== '{"type":"null"}')
    return schema;
  if (typeof type.type !== 'string' || type.enum !== undefined || type.const !== undefined) return schema;
  const { anyOf, ...rest } = schema;
  return { ...type, type: [type.type, 'null'], ...rest };
};

/** A JSON schema without keywords that say nothing: the bounds of safe integers, and the pattern of a format. */
export const compactSchema = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(compactSchema);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => !isSafeBound(key, value) && !(key === 'pattern' && schema.format !== undefined),
  );
  return withTypeList(Object.fromEntries(entries.map(([key, value]) => [key, compactSchema(value)])));
};

/** The same for an answer, which may get more properties in a later version. */
export const compactAnswer = (schema: Json): Json => withoutClosing(compactSchema(schema));

const withoutClosing = (schema: Json): Json => {
  const changed = changeWithin(schema, withoutClosing);
  if (!isObject(changed) || changed.additionalProperties !== false) return changed;
  const { additionalProperties, ...open } = changed;
  return open;
};

/** The same for all schemas of a document; also shortens what is the same everywhere. */
export const compactDocument = (document: JsonObject): JsonObject => ({
  ...document,
  paths: changePaths(document.paths, {
    schema: compactSchema,
    parameter: (parameter) => {
      const { required, ...rest } = objectOf(changeSchema(parameter, compactSchema));
      return required === true ? { ...rest, required } : rest;
    },
    response: (response) => {
      const changed = objectOf(changeContent(response, compactAnswer));
      return { ...changed, ...(changed.description === 'Default Response' && { description: 'OK' }) };
    },
  }),
});

/** Changes the schemas inside a schema. `property`: the property that it describes, or one around it. */
const changeWithin = (schema: Json, change: (schema: Json, property: string) => Json, property = ''): Json =>
  isObject(schema)
    ? mapObject(schema, (value, key) => {
        if (key === 'properties') return mapObject(value, change);
        if (ONE_WITHIN.includes(key) && isObject(value)) return change(value, property);
        if (LISTS_WITHIN.includes(key) && Array.isArray(value)) return value.map((each) => change(each, property));
        return value;
      })
    : schema;

/** Changes the schema of a parameter, or of one media type of a body or an answer. */
const changeSchema = (holder: Json, change: (schema: Json) => Json): Json =>
  isObject(holder) && holder.schema !== undefined ? { ...holder, schema: change(holder.schema) } : holder;

const changeContent = (body: Json, change: (schema: Json) => Json): Json =>
  isObject(body) && body.content !== undefined
    ? { ...body, content: mapObject(body.content, (media) => changeSchema(media, change)) }
    : body;

interface Changes {
  schema(schema: Json, tag: string): Json;
  parameter(parameter: Json, tag: string): Json;
  response(response: Json, status: string, tag: string): Json;
}

const changeOperation = (operation: Json, { schema, parameter, response }: Changes): Json => {
  if (!isObject(operation)) return operation;
  const { parameters, requestBody, responses, tags } = operation;
  const tag = Array.isArray(tags) ? String(tags[0]) : '';
  return {
    ...operation,
    ...(Array.isArray(parameters) && { parameters: parameters.map((each) => parameter(each, tag)) }),
    ...(requestBody !== undefined && { requestBody: changeContent(requestBody, (each) => schema(each, tag)) }),
    ...(responses !== undefined && { responses: mapObject(responses, (each, status) => response(each, status, tag)) }),
  };
};

const changePaths = (paths: Json | undefined, changes: Changes): JsonObject =>
  mapObject(paths, (operations) => mapObject(operations, (operation) => changeOperation(operation, changes)));

/** Number of occurrences of each schema, parameter and response. */
const countParts = (paths: Json | undefined): Map<string, number> => {
  const counts = new Map<string, number>();
  const count = (part: Json): void => {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  const schema = (each: Json): Json => {
    count(each);
    return changeWithin(each, schema);
  };
  changePaths(paths, {
    schema,
    parameter(parameter) {
      count(parameter);
      return changeSchema(parameter, schema);
    },
    response(response) {
      count(response);
      return changeContent(response, schema);
    },
  });
  return counts;
};

/** Component names for a schema that several properties share: `reserved_end` → `ReservedEnd`, `ReservedEnd2`, … */
const namesOf = (property: string): string[] => {
  const name = property.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
  return [name, ...[2, 3, 4, 5].map((number) => `${name}${number}`)];
};

/**
 * The same OpenAPI document, with repeated parts moved to its components. A schema's name is that of its JSON in
 * `schemaNames`, or else made of the property that it describes.
 */
export const shareComponents = (document: JsonObject, schemaNames: ReadonlyMap<string, string>): JsonObject => {
  const counts = countParts(document.paths);
  const exported = new Set(schemaNames.values());
  const shared: Record<Kind, Map<string, Json>> = { schemas: new Map(), parameters: new Map(), responses: new Map() };
  const isRepeated = (part: Json): boolean => (counts.get(JSON.stringify(part)) ?? 0) > 1;
  /** A reference to the part under the first name that is free or already its own; without such a name the part itself. */
  const share = (kind: Kind, names: readonly string[], part: Json): Json => {
    const text = JSON.stringify(part);
    for (const name of names) {
      const known = shared[kind].get(name);
      if (known !== undefined && JSON.stringify(known) !== text) continue;
      shared[kind].set(name, part);
      return { $ref: `#/components/${kind}/${name}` };
    }
    return part;
  };
  const schema = (each: Json, property = ''): Json => {
    const text = JSON.stringify(each);
    const name = schemaNames.get(text);
    const changed = changeWithin(each, schema, property);
    if (!isRepeated(each)) return changed;
    if (name !== undefined) return text.length >= MIN_LENGTH ? share('schemas', [name], changed) : changed;
    const shortened = JSON.stringify(changed);
    if (property === '' || shortened.length < MIN_UNNAMED_LENGTH) return changed;
    const same = [...shared.schemas].find(([, value]) => JSON.stringify(value) === shortened);
    return share('schemas', same ? [same[0]] : namesOf(property).filter((each) => !exported.has(each)), changed);
  };
  /** A response is named after its schema; errors and files have names of their own. */
  const responseNames = (response: Json, status: string): string[] => {
    if (status === 'default') return ['Error'];
    const [media] = Object.values(objectOf(objectOf(response).content));
    const text = JSON.stringify(objectOf(media).schema ?? null);
    // A response that is a plain text is a file.
    if (media === undefined) return ['Empty'];
    if (text.length < MIN_LENGTH) return text === '{"type":"string"}' ? ['File'] : ['Done'];
    const name = schemaNames.get(text);
    return name === undefined ? [] : [name];
  };
  const paths = changePaths(document.paths, {
    schema,
    parameter(parameter, tag) {
      const name = String(objectOf(parameter).name);
      const changed = changeSchema(parameter, schema);
      return isRepeated(parameter) ? share('parameters', [name, `${tag}.${name}`], changed) : changed;
    },
    response(response, status, tag) {
      const changed = changeContent(response, (each) => schema(each, tag));
      return isRepeated(response) ? share('responses', responseNames(response, status), changed) : changed;
    },
  });
  const sorted = (parts: ReadonlyMap<string, Json>): JsonObject =>
    Object.fromEntries([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...document,
    components: {
      ...objectOf(document.components),
      schemas: sorted(shared.schemas),
      parameters: sorted(shared.parameters),
      responses: sorted(shared.responses),
    },
    paths,
  };
};
