import { z } from 'zod';

/** The same schema, but it refuses unknown keys, in nested objects too; a loose object stays loose. */
export function strict(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.def.shape).map(([key, field]) => [key, strict(field)]));
    return schema.clone({ ...schema.def, shape, catchall: schema.def.catchall ?? z.never() });
  }
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: strict(schema.def.element) });
  if (schema instanceof z.ZodUnion) return schema.clone({ ...schema.def, options: schema.def.options.map(strict) });
  if (schema instanceof z.ZodOptional) return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) });
  if (schema instanceof z.ZodNullable) return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) });
  if (schema instanceof z.ZodDefault) return schema.clone({ ...schema.def, innerType: strict(schema.def.innerType) });
  return schema;
}
