-- What alarms are looked for by, in two tables instead of one: where their subjects are, of which there are as many as
-- meters and purifiers, and what is wrong, of which there are some hundred. One table of both had hundreds of thousands of
-- rows. An index that holds both numbers answers any question about names without a look at the alarms.
drop trigger alarm_labels on alarm;
drop function label_alarms;
drop table alarm_label;
drop index alarm_by_label, alarm_by_severity, alarm_by_category, alarm_by_time, alarm_by_organization;

create table alarm_place (
  id bigint primary key,
  organization_id integer,
  organization_name text,
  office_name text,
  department_name text,
  meter_name text,
  air_name text,
  -- All of it in lower case, for a look at one text instead of five.
  search text not null generated always as (lower(
    coalesce(organization_name, '') || E'\x1f' || coalesce(office_name, '') || E'\x1f' || coalesce(department_name, '')
    || E'\x1f' || coalesce(meter_name, '') || E'\x1f' || coalesce(air_name, ''))) stored
);
create table alarm_kind (
  id bigint primary key,
  category text not null,
  severity text not null,
  code text not null,
  sensor_name text,
  description text not null,
  description_en text,
  search text not null generated always as (lower(
    coalesce(sensor_name, '') || E'\x1f' || code || E'\x1f' || description || E'\x1f' || coalesce(description_en, ''))) stored
);

-- 53 bits, which a program's numbers hold too.
alter table alarm
  drop column label,
  add column place bigint not null generated always as (hashtextextended(
    coalesce(organization_id::text, '') || E'\x1f' || coalesce(organization_name, '') || E'\x1f'
    || coalesce(office_name, '') || E'\x1f' || coalesce(department_name, '') || E'\x1f' || coalesce(meter_name, '')
    || E'\x1f' || coalesce(air_name, ''), 0) >> 11) stored,
  add column kind bigint not null generated always as (hashtextextended(
    category || E'\x1f' || severity || E'\x1f' || code || E'\x1f' || coalesce(sensor_name, '') || E'\x1f'
    || description || E'\x1f' || coalesce(description_en, ''), 0) >> 11) stored;

-- Whoever adds alarms, in whichever way, adds their names.
create function name_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_place
  select distinct place, organization_id, organization_name, office_name, department_name, meter_name, air_name
  from added order by place
  on conflict do nothing;
  insert into alarm_kind
  select distinct kind, category, severity, code, sensor_name, description, description_en from added order by kind
  on conflict do nothing;
  return null;
end $$;
create trigger alarm_names after insert on alarm referencing new table as added
  for each statement execute function name_alarms();

insert into alarm_place
  select distinct place, organization_id, organization_name, office_name, department_name, meter_name, air_name from alarm;
insert into alarm_kind
  select distinct kind, category, severity, code, sensor_name, description, description_en from alarm;

-- The history, of everybody and of an organization; of few places, and of what is rare.
create index alarm_by_time on alarm (occurred_time desc, id desc) include (organization_id, meter_id, place, kind);
create index alarm_by_organization on alarm (organization_id, occurred_time desc, id desc) include (meter_id, place, kind);
create index alarm_by_place on alarm (place, occurred_time desc, id desc);
create index alarm_by_kind on alarm (kind, occurred_time desc, id desc);

-- An index answers alone only for pages that were vacuumed since they changed.
alter table alarm set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
