-- What alarms are looked for by, besides their times: the names of their places and of their errors. There are some thousand
-- of them, however many alarms there are, so that a part of a name is looked for among those.
create table alarm_label (
  id bigint primary key,
  organization_id integer,
  organization_name text,
  office_name text,
  department_name text,
  meter_name text,
  sensor_name text,
  air_name text,
  code text not null,
  description text not null,
  description_en text,
  -- All of it in lower case, for a look at one text instead of nine.
  search text not null generated always as (lower(
    coalesce(organization_name, '') || E'\x1f' || coalesce(office_name, '') || E'\x1f' || coalesce(department_name, '')
    || E'\x1f' || coalesce(meter_name, '') || E'\x1f' || coalesce(sensor_name, '') || E'\x1f' || coalesce(air_name, '')
    || E'\x1f' || code || E'\x1f' || description || E'\x1f' || coalesce(description_en, ''))) stored
);

-- 53 bits, which a program's numbers hold too.
alter table alarm add column label bigint generated always as (hashtextextended(
  coalesce(organization_id::text, '') || E'\x1f' || coalesce(organization_name, '') || E'\x1f'
  || coalesce(office_name, '') || E'\x1f' || coalesce(department_name, '') || E'\x1f' || coalesce(meter_name, '') || E'\x1f'
  || coalesce(sensor_name, '') || E'\x1f' || coalesce(air_name, '') || E'\x1f' || code || E'\x1f' || description || E'\x1f'
  || coalesce(description_en, ''), 0) >> 11) stored;

-- Whoever adds alarms, in whichever way, adds their labels.
create function label_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_label
  select distinct label, organization_id, organization_name, office_name, department_name, meter_name, sensor_name,
    air_name, code, description, description_en
  from added order by label
  on conflict do nothing;
  return null;
end $$;
create trigger alarm_labels after insert on alarm referencing new table as added
  for each statement execute function label_alarms();

insert into alarm_label
  select distinct label, organization_id, organization_name, office_name, department_name, meter_name, sensor_name, air_name,
    code, description, description_en
  from alarm;

create index alarm_by_label on alarm (label, occurred_time desc, id desc);
create index alarm_by_severity on alarm (severity, occurred_time desc, id desc);
create index alarm_by_category on alarm (category, occurred_time desc, id desc);
