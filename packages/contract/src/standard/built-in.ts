/**
 * Errors that the product ships with: it raises them by itself, or its device protocol documents them. They can be put out
 * of use, but not deleted or renamed: without M001 no silent meter raises an alarm.
 */
// biome-ignore format: a line for each kind
export const BUILT_IN_ERRORS = [
  'M001', 'M002', 'M003', 'M004', 'M005', 'M006', 'M007', 'M008', 'M009', 'M010', 'M011', 'M012', 'M013', 'M014', 'M015', 'M016',
  'A001', 'A002', 'A003', 'A004',
  'P001', 'P002', 'P003', 'P004', 'P005', 'P006', 'P007', 'P008', 'P009', 'P010', 'P011', 'P012', 'P013', 'P014', 'P015', 'P016',
] as const;
export type BuiltInError = (typeof BUILT_IN_ERRORS)[number];

/** Alarms of the server itself. They belong to no organization, and no row says how severe they are. */
export const SERVER_ERRORS = ['S001', 'S002'] as const;
export type ServerError = (typeof SERVER_ERRORS)[number];

const isOneOf = (codes: readonly string[], code: string): boolean => codes.includes(code);

export const isBuiltInError = (code: string): boolean => isOneOf(BUILT_IN_ERRORS, code);
/** Nobody else's error can have such a code. */
export const isReservedError = (code: string): boolean => isBuiltInError(code) || isOneOf(SERVER_ERRORS, code);
