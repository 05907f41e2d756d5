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

-- One row per meter, channel and local month. `data` holds 16 bytes for each day of that month (store/rollups/day-cell):
-- a day's count, sum, min and max. It is bytes and not arrays because a thousand meters' months are read at once, and
-- writing out a million elements of arrays takes longer than all the rest.
create table rollup_day (
  meter_id integer not null,
  month date not null,
  channel smallint not null,
  data bytea not null check (octet_length(data) between 28 * 16 and 31 * 16),
  primary key (meter_id, channel, month)
);

-- Meter-days (local) whose cell in rollup_day is older than their hours in rollup_hour.
create table dirty_day (
  meter_id integer not null,
  day date not null,
  primary key (meter_id, day)
);

-- Whoever makes rollups begins with the oldest hours, of which a rebuild marks millions.
create index dirty_hour_by_hour on dirty_hour (hour, meter_id);

-- With which zone and standards an organization's rollups were made (store/rollups/basis): when the site has others,
-- they are made anew.
create table rollup_basis (
  organization_id integer primary key references organization on delete cascade,
  time_zone text not null,
  standards jsonb not null
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
