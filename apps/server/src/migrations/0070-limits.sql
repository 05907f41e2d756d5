-- Facts of facilities by the day from which they hold, and limits of an organization's own.
create table facility_facts (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  -- No foreign keys: facts are kept when their place is deleted, and it finds them again when it is restored.
  office_id integer,
  department_id integer,
  valid_from date not null,
  facility_kind text,
  region text,
  area double precision check (area >= 0),
  beds integer check (beds >= 0),
  seats integer check (seats >= 0),
  ventilation text check (ventilation in ('NATURAL', 'MECHANICAL', 'MECHANICAL_ONLY')),
  opening_hours text,
  outdoor_meter_id integer references meter on delete set null,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check (num_nonnulls(office_id, department_id) <= 1)
);
create unique index facility_facts_of_day
  on facility_facts (organization_id, coalesce(office_id, 0), coalesce(department_id, 0), valid_from);
create index facility_facts_outdoor on facility_facts (outdoor_meter_id);
comment on table facility_facts is 'places-and-people: Facts of an organization, office or department from a day on. Limits hold by it; unknown facts are those of the place above.';
comment on column facility_facts.id is 'Identity';
comment on column facility_facts.organization_id is 'Organization; the facts are its own, if neither office nor department is set';
comment on column facility_facts.office_id is 'The office, of facts of an office';
comment on column facility_facts.department_id is 'The department, of facts of a department';
comment on column facility_facts.valid_from is 'Local day from which they hold, until that of the next row of the place';
comment on column facility_facts.facility_kind is 'Kind of facility, such as LIBRARY (packages/domain/src/limit/facility.ts)';
comment on column facility_facts.region is 'Region, ISO 3166-2; some have stricter limits';
comment on column facility_facts.area is 'Floor area of the facility in m²';
comment on column facility_facts.beds is 'Beds of a medical institution';
comment on column facility_facts.seats is 'Seats of a hall';
comment on column facility_facts.ventilation is 'How it is aired';
comment on column facility_facts.opening_hours is 'Opening hours as people write them, a line for weekdays or for days that differ';
comment on column facility_facts.outdoor_meter_id is 'The meter that measures the air outdoors';
comment on column facility_facts.created_time is 'When they were entered';
comment on column facility_facts.updated_time is 'When they were last changed';
comment on column facility_facts.version is 'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

create table own_limit (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  pack_name text not null,
  type text not null,
  facility_kind text,
  limit_direction text not null check (limit_direction in ('AT_MOST', 'BELOW', 'AT_LEAST')),
  limit_value double precision not null,
  limit_basis text not null check (limit_basis in ('ABSOLUTE', 'ABOVE_OUTDOORS')),
  averaging text not null,
  counted_hours text not null check (counted_hours in ('ALL', 'OPEN')),
  least_share double precision not null check (least_share > 0 and least_share <= 100),
  least_data double precision not null check (least_data > 0 and least_data <= 100),
  valid_from date not null,
  valid_to date,
  limit_source text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check (valid_to >= valid_from)
);
create index own_limit_by_organization on own_limit (organization_id, pack_name);
comment on table own_limit is 'alarms: Limits of an organization''s own, beside those of the shipped packs. Rows with the same pack name are one pack.';
comment on column own_limit.id is 'Identity';
comment on column own_limit.organization_id is 'Organization that judges its air by it';
comment on column own_limit.pack_name is 'Pack to which it belongs';
comment on column own_limit.type is 'Sensor type';
comment on column own_limit.facility_kind is 'Kind of facility for which it holds; null: all';
comment on column own_limit.limit_direction is 'On which side of the value the air complies';
comment on column own_limit.limit_value is 'The limit, in the unit of the type';
comment on column own_limit.limit_basis is 'Whether the value counts from outdoor air';
comment on column own_limit.averaging is 'What is compared with the value (packages/domain/src/limit/rule.ts)';
comment on column own_limit.counted_hours is 'Whether all hours count or those in which the place is open';
comment on column own_limit.least_share is 'Least share of periods that comply, in percent; 100: each';
comment on column own_limit.least_data is 'Least share of data for a verdict, in percent';
comment on column own_limit.valid_from is 'First local day on which it holds';
comment on column own_limit.valid_to is 'Last local day; null: open';
comment on column own_limit.limit_source is 'Where the limit comes from';
comment on column own_limit.created_time is 'When it was entered';
comment on column own_limit.updated_time is 'When it was last changed';
comment on column own_limit.version is 'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
