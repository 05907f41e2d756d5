-- A person reports something on a place. The report is an alarm, so lists, counts, mails and files know it; no detector
-- decides about it, a person ends it.
alter table alarm add column office_id integer;
alter table alarm add column department_id integer;
alter table alarm add column reported_by integer;
alter table alarm add column reported_login text;
alter table alarm add column report_key uuid;
comment on column alarm.office_id is 'Office of which a person reported; null: a smaller place or a device is concerned';
comment on column alarm.department_id is 'Department of which a person reported; null: another place or a device is concerned';
comment on column alarm.reported_by is 'User who reported it; null: a detector raised it';
comment on column alarm.reported_login is 'Login of that user at that time';
comment on column alarm.report_key is 'Key of the report, chosen by the browser: sent twice, it is one report. Null: a detector raised it';

-- Two reports on one place are two alarms.
drop index alarm_open;
create unique index alarm_open on alarm
  (meter_id, code, sensor_id, purifier_id, organization_id, gateway, local_server_id, report_key)
  nulls not distinct where cleared_time is null;
create unique index alarm_by_report on alarm (report_key) where report_key is not null;
create index alarm_by_reporter on alarm (reported_by, occurred_time) where reported_by is not null;

create table alarm_photo (
  alarm_id bigint primary key references alarm on delete cascade,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  photo bytea not null
);
comment on table alarm_photo is 'alarms: The photo of a report; deleted with its alarm.';
comment on column alarm_photo.alarm_id is 'The report.';
comment on column alarm_photo.type is 'Media type, found from the first bytes of the photo.';
comment on column alarm_photo.photo is 'The file as the browser sent it, made smaller there; at most 1 MiB.';
