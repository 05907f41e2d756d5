-- Hours of closed days, packed (docs/adr/0013): one row per meter, channel and ten local days, `first` being the one
-- whose number since 1970 is divisible by ten. A row of rollup_hour for the same meter, channel and day counts instead.
-- What stands in rollup_hour is packed in the background, the oldest first, while the server works.
create table packed_hour (
  meter_id integer not null,
  first date not null,
  channel smallint not null,
  data bytea not null,
  primary key (meter_id, channel, first)
);
-- It is compressed already.
alter table packed_hour alter column data set storage external;
