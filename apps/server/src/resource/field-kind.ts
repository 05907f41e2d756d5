import type { z } from 'zod';

/** Kind of a contract field, for writing it as text or parsing it from text. */
export type FieldKind =
  | { kind: 'number' | 'text' | 'time' | 'date' | 'other' }
  | { kind: 'choice'; options: readonly string[] };

/** The kind of a schema, ignoring optional and nullable. */
export const fieldKind = (schema: z.core.$ZodType): FieldKind => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return fieldKind(def.innerType);
    case 'pipe':
      return fieldKind(def.in);
    case 'number':
      return { kind: 'number' };
    case 'enum':
      return { kind: 'choice', options: Object.values(def.entries).map(String) };
    case 'string': {
      const format = 'format' in def ? def.format : undefined;
      return { kind: format === 'datetime' ? 'time' : format === 'date' ? 'date' : 'text' };
    }
    default:
      return { kind: 'other' };
  }
};
