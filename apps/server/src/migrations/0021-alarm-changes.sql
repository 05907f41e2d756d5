-- An alarm that comes back long after its end wants somebody again (docs/adr/0017-alarms.md): it is told of again.
alter table alarm add column openings integer not null default 1;
alter table notification add column opening integer not null default 1;
alter table notification drop constraint notification_alarm_id_rule_id_step_receiver_key;
alter table notification add unique (alarm_id, opening, rule_id, step, receiver);

-- The last three times, the newest first: one bad reading is an accident, several of the last ten are a fault.
alter table rejection add column recent timestamptz[] not null default '{}';

-- What the sweep finds from averages: the mean of 24 hours, and the least CO2 of a week.
alter table alarm drop constraint alarm_source_check;
alter table alarm add check (source in ('VALUE', 'STUCK', 'DAY_MEAN', 'BASELINE', 'REJECTED', 'CLOCK', 'SILENCE', 'GATEWAY',
  'DEVICE', 'SERVER'));
alter table alarm_rule drop constraint alarm_rule_average_check;
alter table alarm_rule add check (average in ('NONE', 'HOUR', 'DAY'));
-- Limits of schools, hospitals and day care in Korea, the strictest; who has others says so in a rule of their own.
insert into alarm_rule (code, sensor_type, bound, average)
  select 'A003', sensor_type, bound, 'DAY' from (values
    ('PM10', 75.0), ('PM2.5', 35.0), ('CO2', 1000.0), ('HCHO', 0.08)
  ) as shipped(sensor_type, bound)
  where exists (select from master_error m where m.code = 'A003')
  on conflict do nothing;

-- An organization keeps its alarms for some time too.
alter table retention drop constraint retention_layer_check;
alter table retention add check (layer in ('READING', 'HOUR', 'DAY', 'PURIFIER_STATE', 'ALARM'));
