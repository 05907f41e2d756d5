import { z } from 'zod';
import { withoutSafeBounds } from './share-components.ts';
import { strict } from './strict.ts';

/** The exports of the contract's modules, by area. */
export type SchemaModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** As the document has it: without the keywords that say what it is by itself. */
const jsonOf = (schema: z.core.$ZodType, io: 'input' | 'output'): string => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' });
  return JSON.stringify(withoutSafeBounds(JSON.stringify(json)));
};

/**
 * A name for the JSON of each exported schema, as routes take it and as they answer it: the name of its export. Where two
 * differ the second has its area before it; of two names for the same JSON the first counts.
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
