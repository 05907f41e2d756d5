-- Processes tell which migration is the newest that they know, so that a newer one can wait with what an older one beside
-- it could not read or write (docs/adr/0024).
alter table process add column migration integer;
comment on column process.migration is 'Newest migration that it knows; null: it is older than migration 84.';

-- All rows of a meter's day have the same key, which the index stores once: a third of the size of the primary key. That
-- one is dropped when no older process is left, because those save days by it (store/packed/packer.ts).
create index packed_day_by_day on packed_day (meter_id, day);
-- A day is packed once.
create unique index packed_day_mark on packed_day (meter_id, day) where channel = 0;
comment on table packed_day is
  'Readings of a meter and channel on a closed UTC day, about half a byte per reading (adr 5). A packed day replaces its rows in `frame`. The primary key is dropped when no process from before migration 84 is left.';
