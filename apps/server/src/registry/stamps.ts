/** A row as the database has it whose times a person sees as text. */
export type Stamped<Item> = Omit<Item, 'created_time' | 'updated_time'> & { created_time: Date; updated_time: Date };

/** The row in the contract's form, where that differs by its times alone. */
export const presentStamps = <Row extends { created_time: Date; updated_time: Date }>(row: Row) => ({
  ...row,
  created_time: row.created_time.toISOString(),
  updated_time: row.updated_time.toISOString(),
});
