-- Alarms (docs/adr/0017-alarms.md). They outlive what they tell of, so nothing of them refers to other tables, and names are
-- those of the time.
create table alarm (
  id bigint generated always as identity primary key,
  -- Subject: a sensor or a purifier of a meter, a meter, a gateway of an organization, or (all null) the server itself.
  organization_id integer,
  gateway text,
  meter_id integer,
  sensor_id integer,
  purifier_id integer,
  organization_name text,
  office_name text,
  department_name text,
  meter_name text,
  sensor_name text,
  air_name text,
  category text not null check (category in ('METER', 'SENSOR', 'AIR_PURIFIER', 'SERVER')),
  code text not null,
  -- Who decides whether its condition holds.
  source text not null check (source in ('VALUE', 'STUCK', 'REJECTED', 'CLOCK', 'SILENCE', 'GATEWAY', 'DEVICE', 'SERVER')),
  severity text not null check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO')),
  description text not null,
  description_en text,
  -- What the device, or the gateway, says of it.
  detail text,
  sensor_type text,
  -- What raised it, in the type's unit.
  value double precision,
  bound double precision,
  -- The first reading of the run that raised it.
  since_time timestamptz not null,
  occurred_time timestamptz not null,
  -- The condition ended; null again when it has come back.
  ended_time timestamptz,
  occurrences integer not null default 1,
  acknowledged_time timestamptz,
  acknowledged_by integer,
  acknowledged_login text,
  acknowledged_note text,
  -- By null: it cleared itself.
  cleared_time timestamptz,
  cleared_by integer,
  cleared_login text,
  cleared_note text,
  shelved_until timestamptz,
  shelved_by integer,
  shelved_login text,
  shelved_note text,
  -- The alarm of which it is a symptom.
  cause_id bigint,
  -- Deleted: it is in the history only.
  hidden_time timestamptz,
  version integer not null default 1
);
create unique index alarm_open on alarm (meter_id, code, sensor_id, purifier_id, organization_id, gateway) nulls not distinct
  where cleared_time is null;
-- Those of which something is still to be decided: open, or cleared while the condition held.
create index alarm_standing on alarm (meter_id) where cleared_time is null or ended_time is null;
create index alarm_by_cause on alarm (cause_id) where cause_id is not null and cleared_time is null;
-- The history, of everybody and of an organization; of a meter, for what came before.
create index alarm_by_time on alarm (occurred_time desc, id desc);
create index alarm_by_organization on alarm (organization_id, occurred_time desc, id desc);
create index alarm_by_meter on alarm (meter_id, code, occurred_time desc);

-- When values are a reason for an alarm. An organization's row takes the place of the installation's (organization null)
-- of the same code, for its type, or for all types that have none of their own (type null).
create table alarm_rule (
  id integer generated always as identity primary key,
  organization_id integer references organization on delete cascade,
  code text not null references master_error (code) on update cascade on delete cascade,
  sensor_type text,
  -- The bound is the threshold of this grade on that day; null: it is `bound`.
  grade text check (grade in ('BAD', 'VERY_BAD')),
  direction text not null default 'ABOVE' check (direction in ('ABOVE', 'BELOW')),
  bound double precision,
  -- null: 90 % of the bound, or 110 % of a lower one.
  release double precision,
  duration_min integer not null default 0 check (duration_min between 0 and 1440),
  average text not null default 'NONE' check (average in ('NONE', 'HOUR')),
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check ((grade is null) <> (bound is null)),
  check (grade is null or direction = 'ABOVE'),
  unique nulls not distinct (organization_id, code, sensor_type)
);

-- What an organization says of its alarms.
create table alarm_setting (
  organization_id integer primary key references organization on delete cascade,
  -- Severities whose alarms clear themselves some time after their condition has ended.
  auto_clear text[] not null default '{}'
    check (auto_clear <@ array['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO']),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);

-- How far the conditions of a meter's values are; a meter where everything is quiet has no row.
create table alarm_state (
  meter_id integer primary key,
  state jsonb not null
) with (fillfactor = 50);

-- What devices last said of their errors.
create table device_error (
  meter_id integer not null references meter on delete cascade,
  sensor_id integer references sensor on delete cascade,
  purifier_id integer references purifier on delete cascade,
  code text not null,
  state text not null check (state in ('RAISED', 'ENDED')),
  changed_time timestamptz not null,
  detail text,
  unique nulls not distinct (meter_id, code, sensor_id, purifier_id)
);
create index device_error_raised on device_error (meter_id) where state = 'RAISED';

-- The gateway that spoke for a meter last; a meter that speaks for itself has no row.
create table meter_route (
  meter_id integer primary key references meter on delete cascade,
  organization_id integer not null references organization on delete cascade,
  gateway text not null
);
create index meter_route_by_gateway on meter_route (organization_id, gateway);

-- What a gateway, or its last will, said of itself.
create table gateway_status (
  organization_id integer not null references organization on delete cascade,
  code text not null,
  status text not null check (status in ('ONLINE', 'OFFLINE')),
  changed_time timestamptz not null,
  primary key (organization_id, code)
);

-- Frames of registered devices whose clock is off.
create index quarantine_by_clock on quarantine (received_time) where reason <> 'UNREGISTERED';
create index rejection_by_time on rejection (last_time) where reason = 'OUT_OF_RANGE';

insert into master_error (device_group, code, severity, description, description_en) values
  ('METER', 'A004', 'WARNING', '공기질 매우 나쁨 10분 지속', 'Air quality very bad for 10 min')
  on conflict do nothing;
insert into organization_error (organization_id, master_error_id)
  select o.id, m.id from organization o cross join master_error m on conflict do nothing;

insert into alarm_rule (code, grade, duration_min, average)
  select code, grade, duration_min, average from (values
    ('A001', 'VERY_BAD', 120, 'NONE'), ('A002', 'BAD', 120, 'HOUR'), ('A004', 'VERY_BAD', 10, 'NONE')
  ) as shipped(code, grade, duration_min, average)
  where exists (select from master_error m where m.code = shipped.code);
