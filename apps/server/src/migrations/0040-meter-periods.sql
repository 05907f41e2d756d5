-- The frames that a meter was expected to send, and when: completeness of a past period counts the meters that were registered and in
-- use then, at the interval of then.
create table meter_period (
  meter_id integer not null references meter on delete cascade,
  from_time timestamptz not null,
  interval_s integer not null,
  use text not null,
  primary key (meter_id, from_time)
);
comment on table meter_period is
  'devices: Since when a meter has been expected to send frames at an interval. The first row begins with its registration, or with its first reading if that is older.';
comment on column meter_period.meter_id is 'The meter';
comment on column meter_period.from_time is 'When it begins; it ends where the next row of the meter begins';
comment on column meter_period.interval_s is 'Seconds between two frames';
comment on column meter_period.use is 'Y: in use; N: nothing is expected';

-- A trigger, so that an older process beside a newer one records its changes too.
create function keep_meter_period() returns trigger language plpgsql as $$
begin
  -- A restore brings the rows of the backup.
  if current_setting('airdeck.restoring', true) = 'on' then return null; end if;
  insert into meter_period (meter_id, from_time, interval_s, use)
  values (new.id, case tg_op when 'INSERT' then new.created_time else now() end, new.interval_s, new.use)
  on conflict (meter_id, from_time) do update set interval_s = excluded.interval_s, use = excluded.use;
  return null;
end $$;
create trigger keep_first_meter_period after insert on meter for each row execute function keep_meter_period();
create trigger keep_meter_period after update on meter for each row
  when (old.interval_s is distinct from new.interval_s or old.use is distinct from new.use)
  execute function keep_meter_period();

insert into meter_period (meter_id, from_time, interval_s, use)
select m.id, least(m.created_time, coalesce(least(h.day, p.day), d.day)), m.interval_s, m.use from meter m
join organization o on o.id = m.organization_id
cross join lateral (select min(day)::timestamp at time zone o.time_zone as day from rollup_hour where meter_id = m.id) h
cross join lateral (select min(first)::timestamp at time zone o.time_zone as day from packed_hour where meter_id = m.id) p
cross join lateral (select min(month)::timestamp at time zone o.time_zone as day from rollup_day where meter_id = m.id) d;
