-- What purifiers do by the clock of their organization, from week to week.
create table timetable (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  -- As the contract has them: periods of Monday to Sunday, and days that are not as usual.
  week jsonb not null,
  exceptions jsonb not null,
  use text not null default 'Y' check (use in ('Y', 'N')),
  -- What was to be done until then was done, or skipped.
  executed_until timestamptz not null,
  -- When there is something to do next, by the zone that stands beside it; null: to be worked out.
  next_time timestamptz,
  next_zone text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, name)
);

-- A purifier has one timetable at most.
create table timetable_purifier (
  purifier_id integer primary key references purifier on delete cascade,
  timetable_id integer not null references timetable on delete cascade
);
create index timetable_purifier_of on timetable_purifier (timetable_id);

-- What a timetable did, or would have done, at a time.
create table timetable_run (
  id bigint generated always as identity primary key,
  timetable_id integer not null references timetable on delete cascade,
  time timestamptz not null,
  action text not null,
  outcome text not null check (outcome in ('DONE', 'LATE', 'SKIPPED')),
  -- Its commands have these batches.
  batches uuid[] not null default '{}',
  told integer not null default 0,
  left_alone integer not null default 0,
  -- Purifiers that could not be reached yet, and those that were told a second time.
  waiting integer[] not null default '{}',
  repeated integer[] not null default '{}',
  unique (timetable_id, time)
);
create index timetable_run_by_time on timetable_run (time) where outcome <> 'SKIPPED';
