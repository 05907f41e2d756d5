-- Readings of a closed UTC day, packed (docs/adr/0005): one row per meter, channel and day. Channel 0 holds the times
-- of the day's frames, and its presence says that the meter's day is packed: then its frames in `frame`, if they are
-- still there, no longer count.
create table packed_day (
  meter_id integer not null,
  day date not null,
  channel smallint not null,
  data bytea not null,
  primary key (meter_id, channel, day)
);
-- It is compressed already.
alter table packed_day alter column data set storage external;

-- One row per meter, channel and local month; the arrays have an element per day of that month, null where nothing
-- was measured. Columns as in rollup_hour, but the index (channel 0) is a sum of tenths over the frames:
-- sum / count = the mean of the hours' indexes, each as often as it has frames; min and max are those of its hours.
create table rollup_day (
  meter_id integer not null,
  month date not null,
  channel smallint not null,
  count integer[] not null,
  sum bigint[] not null,
  min smallint[] not null,
  max smallint[] not null,
  primary key (meter_id, channel, month)
);

-- Meter-days (local) whose element in rollup_day is older than their hours in rollup_hour.
create table dirty_day (
  meter_id integer not null,
  day date not null,
  primary key (meter_id, day)
);

-- How long an organization keeps a layer, in days; without a row the default holds (store/retention).
create table retention (
  organization_id integer not null references organization on delete cascade,
  layer text not null check (layer in ('READING', 'HOUR', 'DAY', 'PURIFIER_STATE')),
  days integer not null check (days between 30 and 36500),
  primary key (organization_id, layer)
);

-- Hours that were rolled up before there were days.
insert into dirty_day (meter_id, day) select distinct meter_id, day from rollup_hour;
