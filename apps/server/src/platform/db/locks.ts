/**
 * Numbers of the advisory locks, the same in every server on a database. They are arbitrary and unique. A released number
 * never changes, because servers of two versions may run beside each other for a while.
 */
export const LOCK = {
  /** Held by the process that migrates the schema. */
  migration: 4_172_001,
  /** Held while partitions of `frame` are created. */
  partition: 4_102_001,
  /** Held by the process that computes the rollups of a shard of meters; the shard is the second number. */
  rollup: 4_102_002,
  /** Held (shared) by writers that rely on marks of a shard of hours, and by the process that removes marks; with the shard. */
  epoch: 4_102_006,
  /** Held by writers of late frames for their UTC days (shared), and by the packer; with a number of the day. */
  days: 4_102_003,
  /** Held by the process that packs. */
  packer: 4_102_004,
  /** Held by the process that deletes expired data. */
  retention: 4_102_005,
  /** Held by the process that deletes feed entries that all consumers have read. */
  feed: 4_102_007,
  /** Held by the process that evaluates alarms of a partition of the feed; with the partition. */
  alarms: 4_102_008,
  /** Held by the process that claims notifications. */
  notifications: 4_102_009,
  /** Held while a process claims devices to poll. */
  polling: 4_102_010,
  /** Held by the process that makes forecast models. */
  forecasts: 4_102_011,
  /** Held by the process that reads the nights of meters. */
  nights: 4_102_012,
} as const;
