type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

type Kind = 'schemas' | 'parameters' | 'responses';

/** The keywords below which a schema has other schemas. The values of all others, such as enum, are no schemas. */
const ONE_WITHIN = ['items', 'additionalProperties', 'propertyNames', 'not'];
const LISTS_WITHIN = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
/** A shorter schema says more in its place than a reference would. */
const MIN_LENGTH = 60;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const mapObject = (value: Json | undefined, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(value)).map(([key, each]) => [key, change(each, key)]));

/** Every integer of JavaScript has these bounds, so that they say nothing. */
const isSafeBound = (key: string, value: Json): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);
export const withoutSafeBounds = (text: string): JsonObject =>
  JSON.parse(text, (_, value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([key, each]) => !isSafeBound(key, each)))
      : value,
  );

/** A schema whose inner schemas are changed. */
const changeWithin = (schema: Json, change: (schema: Json) => Json): Json =>
  isObject(schema)
    ? mapObject(schema, (value, key) => {
        if (key === 'properties') return mapObject(value, change);
        if (ONE_WITHIN.includes(key) && isObject(value)) return change(value);
        if (LISTS_WITHIN.includes(key) && Array.isArray(value)) return value.map(change);
        return value;
      })
    : schema;

/** A parameter, or one media type of a body or an answer. */
const changeSchema = (holder: Json, change: (schema: Json) => Json): Json =>
  isObject(holder) && holder.schema !== undefined ? { ...holder, schema: change(holder.schema) } : holder;

const changeContent = (body: Json, change: (schema: Json) => Json): Json =>
  isObject(body) && body.content !== undefined
    ? { ...body, content: mapObject(body.content, (media) => changeSchema(media, change)) }
    : body;

interface Changes {
  schema(schema: Json): Json;
  parameter(parameter: Json, tag: string): Json;
  response(response: Json, status: string): Json;
}

const changeOperation = (operation: Json, { schema, parameter, response }: Changes): Json => {
  if (!isObject(operation)) return operation;
  const { parameters, requestBody, responses, tags } = operation;
  const tag = Array.isArray(tags) ? String(tags[0]) : '';
  return {
    ...operation,
    ...(Array.isArray(parameters) && { parameters: parameters.map((each) => parameter(each, tag)) }),
    ...(requestBody !== undefined && { requestBody: changeContent(requestBody, schema) }),
    ...(responses !== undefined && { responses: mapObject(responses, response) }),
  };
};

const changePaths = (paths: Json | undefined, changes: Changes): JsonObject =>
  mapObject(paths, (operations) => mapObject(operations, (operation) => changeOperation(operation, changes)));

/** How often each schema, parameter and answer stands in the document. */
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

/**
 * The same OpenAPI document, with what several places have in common once, among its components. A schema's name is that of
 * its JSON in `schemaNames`; one without a name stays where it is.
 */
export const shareComponents = (document: JsonObject, schemaNames: ReadonlyMap<string, string>): JsonObject => {
  const counts = countParts(document.paths);
  const shared: Record<Kind, Map<string, Json>> = { schemas: new Map(), parameters: new Map(), responses: new Map() };
  const isRepeated = (part: Json): boolean => (counts.get(JSON.stringify(part)) ?? 0) > 1;
  /** A reference to the part under the first name that is free or its own already; without such a name the part itself. */
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
  const schema = (each: Json): Json => {
    const text = JSON.stringify(each);
    const name = schemaNames.get(text);
    const changed = changeWithin(each, schema);
    return name !== undefined && text.length >= MIN_LENGTH && isRepeated(each)
      ? share('schemas', [name], changed)
      : changed;
  };
  /** An answer is named after its schema, and errors after what they are. */
  const responseNames = (response: Json, status: string): string[] => {
    if (status === 'default') return ['Error'];
    const [media] = Object.values(objectOf(objectOf(response).content));
    const text = JSON.stringify(objectOf(media).schema ?? null);
    // A plain text has the schema of many fields, and is a file here.
    const name = text.length >= MIN_LENGTH ? schemaNames.get(text) : 'File';
    return name === undefined ? [] : [name];
  };
  const paths = changePaths(document.paths, {
    schema,
    parameter(parameter, tag) {
      const name = String(objectOf(parameter).name);
      const changed = changeSchema(parameter, schema);
      return isRepeated(parameter) ? share('parameters', [name, `${tag}.${name}`], changed) : changed;
    },
    response(response, status) {
      const changed = changeContent(response, schema);
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
