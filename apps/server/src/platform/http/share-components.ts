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

/** Properties that many bodies add to the fields of an object. */
const SHARED_ADDITIONS: ReadonlySet<string> = new Set(['version', 'organization_id']);

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

interface Base {
  name: string;
  schema: JsonObject;
}

/** A reference costs about as much as the properties of an object of this length. */
const MIN_BASE_LENGTH = 135;

/** An object with properties of its own: open in an answer, closed in a request. */
const isRecord = (schema: Json): schema is JsonObject =>
  isObject(schema) &&
  isObject(schema.properties) &&
  (schema.additionalProperties === undefined || schema.additionalProperties === false);
const isClosed = (schema: JsonObject): boolean => schema.additionalProperties === false;
const requiredOf = (schema: JsonObject): Json[] => (Array.isArray(schema.required) ? schema.required : []);
/** The object has all properties of the base, with the same schemas, and more. */
const extendsBase = (schema: JsonObject, base: JsonObject): boolean => {
  const properties = objectOf(schema.properties);
  const inherited = Object.entries(objectOf(base.properties));
  return (
    isClosed(schema) === isClosed(base) &&
    // A closed object cannot be referred to by an extension, so that it is itself one of its open part.
    inherited.length < Object.keys(properties).length + (isClosed(schema) ? 1 : 0) &&
    inherited.every(([key, value]) => JSON.stringify(properties[key]) === JSON.stringify(value)) &&
    requiredOf(base).every((key) => requiredOf(schema).includes(key))
  );
};

interface Bases {
  /** The largest base that the schema extends. */
  extendedBy(schema: Json): Base | undefined;
  /** The base that is the schema itself. */
  same(schema: Json): Base | undefined;
}

/** Finds the named schemas that at least two schemas of the document extend, or that are also used alone. */
const findBases = (counts: ReadonlyMap<string, number>, schemaNames: ReadonlyMap<string, string>): Bases => {
  const named = [...schemaNames]
    .filter(([text]) => text.length >= MIN_BASE_LENGTH)
    .map(([text, name]): Base => ({ name, schema: objectOf(JSON.parse(text)) }))
    .filter(({ schema }) => isRecord(schema))
    .toSorted((a, b) => JSON.stringify(b.schema).length - JSON.stringify(a.schema).length);
  const parts = [...counts.keys()].map((text): Json => JSON.parse(text)).filter(isRecord);
  const bases = named.filter(({ schema }) => {
    const users = parts.filter((part) => extendsBase(part, schema)).length;
    return users + (!isClosed(schema) && counts.has(JSON.stringify(schema)) ? 1 : 0) > 1;
  });
  const open = new Map(
    bases.filter(({ schema }) => !isClosed(schema)).map((base) => [JSON.stringify(base.schema), base]),
  );
  return {
    extendedBy: (schema) => (isRecord(schema) ? bases.find((base) => extendsBase(schema, base.schema)) : undefined),
    same: (schema) => open.get(JSON.stringify(schema)),
  };
};

/** An object without the type and the properties of its base; undefined: nothing is left. */
const withoutBase = (schema: Json, base: JsonObject): JsonObject | undefined => {
  const { type: _, properties, required, additionalProperties: __, ...rest } = objectOf(schema);
  const isOwn = (key: string): boolean => objectOf(base.properties)[key] === undefined;
  const own = Object.entries(objectOf(properties)).filter(([key]) => isOwn(key));
  const needed = requiredOf(objectOf(schema)).filter((key) => isOwn(String(key)));
  if (own.length === 0) return undefined;
  return { ...rest, properties: Object.fromEntries(own), ...(needed.length > 0 && { required: needed }) };
};

/** Component names for a schema that several properties share: `reserved_end` → `ReservedEnd`, `ReservedEnd2`, … */
const namesOf = (property: string): string[] => {
  const name = property.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
  return [name, ...[2, 3, 4, 5].map((number) => `${name}${number}`)];
};

/**
 * The same OpenAPI document, with repeated parts moved to its components, and objects as extensions of a named
 * object. A schema's name is that of its JSON in `schemaNames`, or else made of the property that it describes.
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
  const bases = findBases(counts, schemaNames);
  const extended = ({ name, schema: base }: Base): Json => {
    const { additionalProperties: _, ...open } = base;
    const names = isClosed(base) ? [name.replace(/Body$/, 'Open')] : [name];
    return share('schemas', names, changeWithin(open, schema));
  };
  /** Bodies of different objects often add the same, such as the version. */
  const addition = (own: Json): Json => {
    const { properties } = objectOf(own);
    const [name, ...more] = Object.keys(objectOf(properties));
    if (name === undefined || more.length > 0 || !SHARED_ADDITIONS.has(name)) return own;
    if (JSON.stringify(own).length < MIN_UNNAMED_LENGTH) return own;
    return share('schemas', namesOf(`with_${name}`), own);
  };
  const extension = (each: Json, base: Base, property: string): Json => {
    const own = withoutBase(each, base.schema);
    const allOf = [extended(base), ...(own === undefined ? [] : [addition(changeWithin(own, schema, property))])];
    // Closes the whole, with the properties of the base.
    return { allOf, ...(isClosed(base.schema) && { unevaluatedProperties: false }) };
  };
  const schema = (each: Json, property = ''): Json => {
    const text = JSON.stringify(each);
    const name = schemaNames.get(text);
    const alone = isRepeated(each) ? undefined : bases.same(each);
    if (alone) return extended(alone);
    const base = bases.extendedBy(each);
    const changed = base ? extension(each, base, property) : changeWithin(each, schema, property);
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
      const { name, required, in: place } = objectOf(parameter);
      // Every parameter of a path is required.
      const isNeeded = required === true && place === 'query';
      const names = [`${name}`, ...(isNeeded ? [`required.${name}`] : []), `${tag}.${name}`];
      const changed = changeSchema(parameter, schema);
      return isRepeated(parameter) ? share('parameters', names, changed) : changed;
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
