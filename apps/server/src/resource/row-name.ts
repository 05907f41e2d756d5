const NAMES = ['name', 'login', 'code'] as const;

/** The name of a row of any entity, as people know it. */
export const nameOf = (row: object): string => {
  const name = NAMES.map((field) => Reflect.get(row, field)).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : '';
};
