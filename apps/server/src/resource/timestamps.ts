/** A database row whose timestamps are presented as text. */
export type Timestamped<Item> = Omit<Item, 'created_time' | 'updated_time'> & {
  created_time: Date;
  updated_time: Date;
};

/** Converts a row to the contract's form when only its timestamps differ. */
export const presentTimestamps = <Row extends { created_time: Date; updated_time: Date }>(row: Row) => ({
  ...row,
  created_time: row.created_time.toISOString(),
  updated_time: row.updated_time.toISOString(),
});
