import { type FieldCode, isFieldCode } from '@airdeck/contract/error/field-code';

/** The rule that a field breaks. What is no code of ours, such as zod's own sentence, is simply not valid. */
export const fieldCodeOf = (message: string | undefined): FieldCode =>
  message !== undefined && isFieldCode(message) ? message : 'INVALID';
