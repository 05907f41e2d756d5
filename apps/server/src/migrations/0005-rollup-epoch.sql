-- How often marks have been taken away from dirty_hour, by the lane of their hour. What a server remembers to be marked
-- is true as long as the epoch of the lane is the one with which it marked it (docs/adr/0004-dirty-hours.md).
create table rollup_epoch (
  lane smallint primary key,
  epoch bigint not null
);
insert into rollup_epoch (lane, epoch) select lane, 0 from generate_series(0, 7) as lane;

-- Keeps marks of these lanes from being taken away until the transaction ends, and answers the lanes' epochs, those left
-- out from which somebody is just taking marks: it never waits. It is a function because the epochs have to be read after
-- the locks, by a statement of its own, whose snapshot is younger, and a batch should not pay for another round trip.
create function hold_rollup_epochs(lock_number integer, wanted integer[])
returns table (held_lane integer, held_epoch bigint) language plpgsql as $$
declare
  held integer[] := array(
    select w.lane from unnest(wanted) as w(lane) where pg_try_advisory_xact_lock_shared(lock_number, w.lane));
begin
  return query select e.lane::integer, e.epoch from rollup_epoch e where e.lane = any(held);
end
$$;
