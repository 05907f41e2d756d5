/**
 * Numbers of the advisory locks, the same in every server on a database. They are arbitrary, but no two may be alike,
 * and a number that has been released stays: servers of two versions may run beside each other for a while.
 */
export const LOCK = {
  /** Who brings the schema up to date. */
  migration: 4_172_001,
  /** Who makes partitions of `frame`. */
  partition: 4_102_001,
  /** Who makes rollups of the meters of a lane; with the lane as second number. */
  rollup: 4_102_002,
  /** Writers that rely on marks of a lane of hours hold it (shared), and who takes marks away; with the lane. */
  epoch: 4_102_006,
  /** Writers of late frames hold the UTC days that they write (shared), a packer those that it packs; with a day's number. */
  days: 4_102_003,
  /** Who packs. */
  packer: 4_102_004,
  /** Who deletes what is too old. */
  retention: 4_102_005,
  /** Held by the process that deletes feed entries that all have read. */
  feed: 4_102_007,
  /** Who decides about alarms of the meters of a lane of the feed; with the lane. */
  alarms: 4_102_008,
  /** Who claims a notification to be sent. */
  notifications: 4_102_009,
} as const;
