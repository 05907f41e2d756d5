-- Counts of all alarms of years read alarms as bytes of a few large rows: a scan of an index takes ten times as long.
create table alarm_block (
  first_id bigint primary key,
  last_id bigint not null,
  open_ids bigint[] not null,
  first_time timestamptz,
  last_time timestamptz,
  kinds bigint[] not null,
  places bigint[] not null,
  alarms text not null,
  check (last_id >= first_id)
);
-- Text, because it is sent as it is stored: writing bytes as text for each answer would take longer than everything else.
-- For the same reason it is not compressed.
alter table alarm_block alter column alarms set storage external;
comment on table alarm_block is
  'alarms: Cleared alarms of a range of ids as bytes, for counts. Derived from `alarm`; ids without a block are counted there.';
comment on column alarm_block.first_id is 'First id of the range.';
comment on column alarm_block.last_id is 'Last id of the range.';
comment on column alarm_block.open_ids is 'Ids of the range that were not cleared when the block was made, and are not in it.';
comment on column alarm_block.first_time is 'When the earliest of its alarms occurred; null: it has none.';
comment on column alarm_block.last_time is 'When the latest of its alarms occurred; null: it has none.';
comment on column alarm_block.kinds is 'Kinds of its alarms.';
comment on column alarm_block.places is 'Places of its alarms without a meter.';
comment on column alarm_block.alarms is
  'In base64, for each alarm in the order of their times: minute since 1970 when it occurred (32 bits), id of the meter or -1 - index of the place (32 bits), index of the kind (16 bits).';

-- A cleared alarm does not change in what its block contains. If it is changed or deleted after all, its block is deleted
-- in the same transaction. A process that makes a block locks the table, so that either it or this comes first.
create function drop_alarm_block() returns trigger language plpgsql as $$
begin
  delete from alarm_block
  where first_id = (select max(first_id) from alarm_block where first_id <= old.id) and last_id >= old.id;
  return null;
end $$;
create trigger alarm_blocks after delete or update of occurred_time, cleared_time, meter_id, place, kind on alarm
  for each row when (old.cleared_time is not null) execute function drop_alarm_block();
