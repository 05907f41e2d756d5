type OrdinalKey<Base extends string> = `${Base}_${'one' | 'two' | 'few'}`;
/** The forms that English must have and Korean does not: the singular, or st, nd and rd. */
type SingularKey<K> = K extends `${infer Base}_ordinal_other`
  ? OrdinalKey<`${Base}_ordinal`>
  : K extends `${infer Base}_other`
    ? `${Base}_one`
    : never;

/**
 * The shape of a translation of `Model`: the same keys all the way down, any text. A missing or an extra key does not
 * compile, and neither does a counted text (`x_other`) without its singular (`x_one`).
 */
export type Translated<Model> = {
  readonly [K in keyof Model]: Model[K] extends string ? string : Translated<Model[K]>;
} & { readonly [K in SingularKey<keyof Model>]: string };
