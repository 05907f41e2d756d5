-- Models for the next hour of each meter, replaced each local day. A meter without a useful forecast has a row too, so
-- that it is not tried again on that day.
create table forecast_model (
  meter_id integer not null references meter on delete cascade,
  channel smallint not null,
  day date not null,
  method text check (method in ('HALF_USUAL', 'TREND', 'BOTH')),
  skill double precision,
  numbers bytea,
  made_time timestamptz not null,
  primary key (meter_id, channel),
  check (num_nulls(method, skill, numbers) in (0, 3))
);
create index forecast_model_by_time on forecast_model (made_time);
comment on table forecast_model is
  'readings: The newest model for forecasts of a sensor; each is for one local day.';
comment on column forecast_model.meter_id is 'Meter.';
comment on column forecast_model.channel is 'Channel of the sensor.';
comment on column forecast_model.day is 'Local day of the organization for which it was made.';
comment on column forecast_model.method is
  'Half of the usual change, damped trend, or the mean of both; null: none of them is better than "as now".';
comment on column forecast_model.skill is '1 − mean squared error ÷ that of "as now", over the last 14 measured days.';
comment on column forecast_model.numbers is
  'Usual day, lower and upper ends of the 80 % band as little-endian smallints in ticks (packed-model.ts).';
comment on column forecast_model.made_time is 'When it was made, by the clock of the server that did.';
