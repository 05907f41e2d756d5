/** For 2 cores and 1 to 4 GB of memory, shared with the server. */
const settings: Readonly<Record<string, string>> = {
  // Reached by its socket only.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  // A reader locks each partition and its index: there are few, but an old installation may still have one per day.
  max_locks_per_transaction: '256',
  // Acknowledged data is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // No replication, so WAL needs no data for replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Pages have checksums, so their first reader after a checkpoint logs them: to compress them took a quarter of the time in
  // which open hours are rolled up. Without it, WAL is a tenth to a sixth larger.
  wal_compression: 'off',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  autovacuum: 'on',
  autovacuum_max_workers: '2',
  jit: 'off',
  timezone: 'UTC',
  // The format that log-line.ts parses. Statements and details are not logged: they contain personal data.
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_line_prefix: '%b|',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Nothing survives a crash: only for a test run's database. */
const volatile: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several servers of several tests at a time.
  max_connections: '200',
};

/** Command line of the postmaster: overrides the configuration files of the cluster. */
export function settingArguments(socketDir: string, durable: boolean): string[] {
  const all = { ...settings, ...(durable ? {} : volatile), unix_socket_directories: socketDir };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
