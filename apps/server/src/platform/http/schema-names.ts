import { z } from 'zod';
import { compactAnswer, compactSchema } from './share-components.ts';
import { strict } from './strict.ts';

/** The exports of the contract's modules, by area. */
export type SchemaModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The JSON of a schema as in the document, without the keywords of a whole document. */
const jsonOf = (schema: z.core.$ZodType, io: 'input' | 'output'): string => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' });
  const compact = io === 'output' ? compactAnswer : compactSchema;
  return JSON.stringify(compact(JSON.parse(JSON.stringify(json))));
};

/**
 * Names the JSON of each exported schema, as input and as answer, after its export. A second schema of the same name gets
 * its area as prefix; of two names for the same JSON the first one counts.
 */
export const schemaNames = (modules: SchemaModules): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const add = (json: string, candidates: readonly string[]): void => {
    const name = candidates.find((each) => !taken.has(each));
    if (names.has(json) || name === undefined) return;
    names.set(json, name);
    taken.add(name);
  };
  for (const [area, exports] of Object.entries(modules)) {
    for (const [exported, schema] of Object.entries(exports)) {
      if (!(schema instanceof z.ZodType)) continue;
      const name = capitalized(exported);
      const long = `${capitalized(area)}${name}`;
      add(jsonOf(schema, 'output'), [name, long]);
      add(jsonOf(schema, 'input'), [`${name}Input`, `${long}Input`]);
      add(jsonOf(strict(schema), 'input'), [`${name}Body`, `${long}Body`]);
    }
  }
  return names;
};
