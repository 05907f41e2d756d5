import { type BuiltInError, isReservedError, type ServerError } from '@airdeck/contract/standard/built-in';
import type { Language } from '@airdeck/contract/user/schema';
import { BUILT_IN_INSTRUCTIONS } from '@airdeck/phrases/alarm-condition';
import sql, { type Sql } from 'sql-template-tag';

/** An organization's own instruction for the code of an alarm; all null without one. */
export interface InstructionRow {
  instruction: string | null;
  instruction_en: string | null;
  contact: string | null;
  phone: string | null;
}

/** Joins the organization's instruction to `alarm a`, as `i`. */
export const INSTRUCTION_JOIN: Sql = sql`left join master_error ie on ie.code = a.code
  left join organization_error i on i.master_error_id = ie.id and i.organization_id = a.organization_id`;
export const INSTRUCTION_COLUMNS: Sql = sql`i.instruction, i.instruction_en, i.contact, i.phone`;

/** The text in a language: the organization's, else the product's; null: there is none. */
export const instructionText = (row: InstructionRow, code: string, language: Language): string | null => {
  const own = language === 'en' ? (row.instruction_en ?? row.instruction) : row.instruction;
  return own ?? (isReservedError(code) ? BUILT_IN_INSTRUCTIONS[code as BuiltInError | ServerError][language] : null);
};
