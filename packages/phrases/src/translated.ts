/** Keys that English must have besides: Korean has one form for any number, English another one for one. */
type SingularKey<K> = K extends `${infer Base}_other` ? `${Base}_one` : never;

/**
 * The shape of a translation of `Model`: the same keys all the way down, any text. A missing or an extra key does not
 * compile, and neither does a counted text (`x_other`) without its singular (`x_one`).
 */
export type Translated<Model> = {
  readonly [K in keyof Model]: Model[K] extends string ? string : Translated<Model[K]>;
} & { readonly [K in SingularKey<keyof Model>]: string };
