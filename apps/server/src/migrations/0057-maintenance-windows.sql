-- Windows in which people work on devices: alarms below the place are held, and its readings are marked.
create table maintenance_window (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  -- No foreign keys: a window is kept when its place is deleted, and finds it again when that is restored.
  office_id integer,
  department_id integer,
  meter_id integer,
  office_name text,
  department_name text,
  meter_name text,
  begin_time timestamptz not null,
  end_time timestamptz not null,
  reason text not null,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check (begin_time < end_time),
  check (num_nonnulls(office_id, department_id, meter_id) <= 1)
);
create index maintenance_window_by_organization on maintenance_window (organization_id, begin_time);
create index maintenance_window_by_end on maintenance_window (end_time);
comment on table maintenance_window is 'alarms: Maintenance windows. While one lasts, alarms below its place are held; readings of that time are marked. A window that has begun is kept.';
comment on column maintenance_window.id is 'Identity';
comment on column maintenance_window.organization_id is 'Organization; its whole, if neither office, department nor meter is set';
comment on column maintenance_window.office_id is 'The office, of a window of an office';
comment on column maintenance_window.department_id is 'The department, of a window of a department';
comment on column maintenance_window.meter_id is 'The meter, of a window of a meter';
comment on column maintenance_window.office_name is 'Name of its office when it was planned, shown if the place is deleted';
comment on column maintenance_window.department_name is 'Name of its department when it was planned';
comment on column maintenance_window.meter_name is 'Name of its meter when it was planned';
comment on column maintenance_window.begin_time is 'Its begin';
comment on column maintenance_window.end_time is 'Its end, excluded; earlier than planned if it was ended early';
comment on column maintenance_window.reason is 'What is done, for people who wonder';
comment on column maintenance_window.created_time is 'When it was planned';
comment on column maintenance_window.updated_time is 'When it was last changed';
comment on column maintenance_window.version is 'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

alter table alarm add column window_id integer;
comment on column alarm.window_id is 'Maintenance window that holds the alarm as long as shelved_until is set, or held this occurrence before';
