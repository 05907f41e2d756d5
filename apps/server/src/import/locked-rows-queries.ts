import { raw, type Sql } from 'sql-template-tag';

/** Ends a statement that reads rows of a table: in one order for all, and locked against other editors if wanted. */
export const lockedRows = (alias: string, isLocked: boolean): Sql =>
  raw(`order by ${alias}.id${isLocked ? ` for no key update of ${alias}` : ''}`);
