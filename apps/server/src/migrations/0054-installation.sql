-- What operators see of the installation: processes, disk, background work, backups and restore drills.

alter table process
  add column version text,
  add column started_time timestamptz,
  add column certificate_names text,
  add column certificate_time timestamptz,
  add column certificate_fault text,
  add column clock_devices integer,
  add column clock_deviating integer,
  add column clock_offset_ms bigint,
  add column backup_folder text;
comment on column process.version is 'Version of the program.';
comment on column process.started_time is 'Start of the process.';
comment on column process.certificate_names is 'Names in the TLS certificate that it uses; null without TLS.';
comment on column process.certificate_time is 'When that certificate, or one of its chain, expires.';
comment on column process.certificate_fault is 'Why a replaced certificate file cannot be used; null when it can.';
comment on column process.clock_devices is 'Devices that sent their own times lately; null for roles without devices.';
comment on column process.clock_deviating is 'Those whose clock is more than a minute away from the median.';
comment on column process.clock_offset_ms is 'Median of arrival minus device time. Large for all devices when the clock of the server is wrong.';
comment on column process.backup_folder is 'Where the role `work` writes backups.';

create table installation_setting (
  only_row boolean primary key default true check (only_row),
  backup_every_days integer not null default 0 check (backup_every_days between 0 and 30),
  backup_hour integer not null default 3 check (backup_hour between 0 and 23),
  backups_kept integer not null default 7 check (backups_kept between 1 and 100),
  drill_every_days integer not null default 0 check (drill_every_days between 0 and 90),
  disk_days integer not null default 30 check (disk_days between 1 and 365),
  certificate_days integer not null default 21 check (certificate_days between 1 and 90),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);
insert into installation_setting default values;
comment on table installation_setting is 'operations: Settings of the installation. One row.';
comment on column installation_setting.only_row is 'Always true: keeps the table at one row.';
comment on column installation_setting.backup_every_days is 'Days from one backup to the next; 0: none by schedule.';
comment on column installation_setting.backup_hour is 'Hour of backups and drills on the clock of the installation''s organization.';
comment on column installation_setting.backups_kept is 'Backups that are kept; older files are deleted.';
comment on column installation_setting.drill_every_days is 'Days from one restore drill to the next; 0: none by schedule.';
comment on column installation_setting.disk_days is 'The alarm of the disk begins when it will be full in fewer days.';
comment on column installation_setting.certificate_days is 'The alarm of certificates begins so many days before one expires.';
comment on column installation_setting.updated_time is 'Time of the last change.';
comment on column installation_setting.version is 'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

create table backup_run (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('BACKUP', 'DRILL')),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  is_scheduled boolean not null,
  requested_time timestamptz not null,
  started_time timestamptz,
  ended_time timestamptz,
  holder uuid,
  path text,
  bytes bigint,
  rows bigint,
  meters integer,
  reason text,
  detail text,
  deleted_time timestamptz
);
create unique index backup_run_open on backup_run (kind) where state in ('WAITING', 'RUNNING');
create index backup_run_by_kind on backup_run (kind, id desc);
comment on table backup_run is 'operations: Backups and restore drills that were requested, and their results. Not part of a backup.';
comment on column backup_run.id is 'Identity.';
comment on column backup_run.kind is 'BACKUP writes a file; DRILL restores the newest file into a throw-away database and checks it.';
comment on column backup_run.state is 'Progress.';
comment on column backup_run.is_scheduled is 'Requested by the schedule, not by a person.';
comment on column backup_run.requested_time is 'When it was requested.';
comment on column backup_run.started_time is 'When a process began it.';
comment on column backup_run.ended_time is 'When it ended.';
comment on column backup_run.holder is 'Supervisor of the process that works on it.';
comment on column backup_run.path is 'File that was written or restored.';
comment on column backup_run.bytes is 'Size of the file.';
comment on column backup_run.rows is 'Rows that a drill restored.';
comment on column backup_run.meters is 'Meters whose data a drill checked: a sample.';
comment on column backup_run.reason is 'Why it failed, as a code.';
comment on column backup_run.detail is 'Technical message of the failure.';
comment on column backup_run.deleted_time is 'When the file was deleted because newer ones are kept.';

create table disk_measurement (
  time timestamptz primary key,
  free_bytes bigint,
  database_bytes bigint not null
);
comment on table disk_measurement is 'operations: Disk of the database every ten minutes, for 30 days. Not part of a backup.';
comment on column disk_measurement.time is 'Time of the measurement.';
comment on column disk_measurement.free_bytes is 'Bytes that can still be written to the disk of the built-in database; null with a database elsewhere.';
comment on column disk_measurement.database_bytes is 'Size of the database.';

create table background_task (
  name text primary key,
  waiting bigint,
  behind_since timestamptz,
  done_time timestamptz,
  measured_time timestamptz not null
);
comment on table background_task is 'operations: Backlog of background work, measured once a minute. Not part of a backup.';
comment on column background_task.name is 'Task: rollups, packing, retention or notifications.';
comment on column background_task.waiting is 'What waits: hours, days or notifications; null where nothing is counted.';
comment on column background_task.behind_since is 'Since when something has been waiting; null: nothing waits.';
comment on column background_task.done_time is 'When it last finished, where it runs at intervals.';
comment on column background_task.measured_time is 'Time of the measurement.';
