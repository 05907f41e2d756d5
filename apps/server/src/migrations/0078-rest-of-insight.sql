-- When a meter was calibrated last: the list of visits says when that is due again.
alter table meter add calibration_date date;
comment on column meter.calibration_date is 'Local day of the last calibration; null: not known.';

-- Administrators choose which meters the public page shows.
alter table meter add public_page text not null default 'Y' check (public_page in ('Y', 'N'));
comment on column meter.public_page is 'Whether the public page of its organization shows it.';

-- Floor plans on wall displays.
alter table wall_display add plan_ids integer[] not null default '{}';
comment on column wall_display.plan_ids is 'Floor plans that it shows after its places. One that is deleted is left out.';

-- A restored office has its floor plans again, and a restored meter its places on them.
alter table deleted_row drop constraint deleted_row_kind_check;
alter table deleted_row add constraint deleted_row_kind_check
  check (kind in ('office', 'department', 'meter', 'sensor', 'purifier', 'meter_period', 'backfilled_day',
    'device_credential', 'auto_mode', 'timetable_purifier', 'filter_replacement', 'door_device', 'floor_plan',
    'floor_plan_pin'));

create or replace function keep_deleted_place() returns trigger language plpgsql as $$
begin
  -- A deleted organization takes everything with it.
  if exists (select from organization where id = old.organization_id) then
    insert into deleted_row (kind, row_id, organization_id, content)
    values (tg_table_name, old.id, old.organization_id, to_jsonb(old));
    if tg_table_name = 'office' then
      insert into deleted_row (kind, row_id, meter_id, organization_id, content)
      select 'floor_plan', p.id, null, p.organization_id, to_jsonb(p) from floor_plan p where p.office_id = old.id
      union all select 'floor_plan_pin', n.plan_id, n.meter_id, p.organization_id, to_jsonb(n)
        from floor_plan p join floor_plan_pin n on n.plan_id = p.id where p.office_id = old.id;
    end if;
  end if;
  return old;
end $$;

create or replace function keep_deleted_meter() returns trigger language plpgsql as $$
begin
  if not exists (select from organization where id = old.organization_id) then return old; end if;
  insert into deleted_row (kind, row_id, meter_id, organization_id, content)
  select 'meter', old.id, old.id, old.organization_id, to_jsonb(old)
  union all select 'sensor', s.id, old.id, old.organization_id, to_jsonb(s) from sensor s where s.meter_id = old.id
  union all select 'meter_period', null, old.id, old.organization_id, to_jsonb(p)
    from meter_period p where p.meter_id = old.id
  union all select 'backfilled_day', null, old.id, old.organization_id, to_jsonb(b)
    from backfilled_day b where b.meter_id = old.id
  union all select 'device_credential', null, old.id, old.organization_id, to_jsonb(c)
    from device_credential c where c.meter_id = old.id
  union all select 'door_device', v.id, old.id, old.organization_id, jsonb_build_object('purifier', v.purifier)
    from door_device v where v.meter_id = old.id
  -- Those of a deleted office were kept with it.
  union all select 'floor_plan_pin', n.plan_id, old.id, old.organization_id, to_jsonb(n)
    from floor_plan_pin n where n.meter_id = old.id and not exists (select from deleted_row d
      where d.kind = 'floor_plan_pin' and d.row_id = n.plan_id and d.meter_id = old.id and d.deleted_time = now());
  update door_device set meter_id = null, purifier = null, version = version + 1, updated_time = now()
  where meter_id = old.id;
  perform keep_purifier_rows(p, old.organization_id) from purifier p where p.meter_id = old.id;
  return old;
end $$;

-- Guided tests: a purifier on high, then off, and how dust falls in both.
create table switch_off_test (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  purifier_id integer not null references purifier on delete cascade,
  user_id integer references app_user on delete set null,
  description text not null,
  phase text not null check (phase in ('ON', 'OFF', 'RESTORE', 'ENDED')),
  phase_time timestamptz not null,
  outcome text check (outcome in ('DONE', 'CANCELLED', 'INTERRUPTED', 'UNREACHED')),
  start_time timestamptz not null,
  on_time timestamptz,
  off_time timestamptz,
  asked_time timestamptz,
  former jsonb not null,
  was_auto boolean not null,
  batches uuid[] not null default '{}'
);
create unique index switch_off_test_running on switch_off_test (purifier_id) where phase <> 'ENDED';
create index switch_off_test_by_purifier on switch_off_test (purifier_id, start_time);
create index on switch_off_test (organization_id);
create index on switch_off_test (user_id) where user_id is not null;
comment on table switch_off_test is 'control: Tests that run a purifier on high and then without it.';
comment on column switch_off_test.id is 'Number of the test.';
comment on column switch_off_test.organization_id is 'Organization of the purifier.';
comment on column switch_off_test.purifier_id is 'Purifier.';
comment on column switch_off_test.user_id is 'Who started it; null: that user was deleted.';
comment on column switch_off_test.description is 'Description of its commands, in the language of who started it.';
comment on column switch_off_test.phase is 'ON: on high; OFF: off; RESTORE: back to the former state; ENDED.';
comment on column switch_off_test.phase_time is 'When the phase began.';
comment on column switch_off_test.outcome is 'DONE, CANCELLED by a person, INTERRUPTED by other commands, or UNREACHED; null: it is running.';
comment on column switch_off_test.start_time is 'When it was started.';
comment on column switch_off_test.on_time is 'Since when the purifier ran on high; null: not yet.';
comment on column switch_off_test.off_time is 'Since when the purifier was off; null: not yet.';
comment on column switch_off_test.asked_time is 'When commands of the phase were sent last.';
comment on column switch_off_test.former is 'State of the purifier before the test.';
comment on column switch_off_test.was_auto is 'Whether auto mode controlled it before.';
comment on column switch_off_test.batches is 'Its commands.';
