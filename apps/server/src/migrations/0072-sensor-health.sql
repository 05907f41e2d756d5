-- One row for each meter and night, without readings too, so that the night is read once. The findings are made from the
-- last seven.
create table meter_night (
  meter_id integer not null references meter on delete cascade,
  day date not null,
  facts jsonb not null,
  primary key (meter_id, day)
);
comment on table meter_night is
  'readings: Facts of the last seven nights of a meter, by which the health of its sensors is judged.';
comment on column meter_night.meter_id is 'Meter.';
comment on column meter_night.day is 'Local day of the organization that begins with the night.';
comment on column meter_night.facts is 'Noise, medians, lowest CO2 and disorder of particle sizes (night-facts.ts).';

create table sensor_finding (
  meter_id integer not null references meter on delete cascade,
  reason text not null
    check (reason in ('PM_ORDER', 'DEAD', 'NOISY', 'NEIGHBOURS', 'CO2_JUMP', 'CO2_WILL_DRIFT')),
  type text not null,
  seen double precision not null,
  usual double precision not null,
  since date not null,
  primary key (meter_id, reason)
);
comment on table sensor_finding is 'readings: Reasons to visit a meter, from its last seven nights; replaced each day.';
comment on column sensor_finding.meter_id is 'Meter.';
comment on column sensor_finding.reason is 'Why: sensor-health.ts.';
comment on column sensor_finding.type is 'Sensor type.';
comment on column sensor_finding.seen is 'Value that was found, in the unit of the type; of PM_ORDER a share of time.';
comment on column sensor_finding.usual is 'Value with which it is compared.';
comment on column sensor_finding.since is 'Local day on which it was found first, without a break since.';
