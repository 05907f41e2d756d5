-- Standbys of the database, for the screen of the installation and its alarm.

create table database_standby (
  name text primary key,
  seen_time timestamptz not null,
  lag_ms bigint
);
comment on table database_standby is 'operations: Standbys that replicated from the database in the last week, looked for once a minute. Not part of a backup.';
comment on column database_standby.name is 'Name of the standby (`application_name` of its connection).';
comment on column database_standby.seen_time is 'When it last replicated.';
comment on column database_standby.lag_ms is 'How far it was behind then; null when it had nothing to do, or the role may not read it (`pg_monitor`).';
