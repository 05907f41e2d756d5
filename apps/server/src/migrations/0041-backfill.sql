-- Readings much older than a meter's last one wait until an administrator allows them, for a while and per meter.
alter table quarantine drop constraint quarantine_reason_check;
alter table quarantine add constraint quarantine_reason_check
  check (reason in ('UNREGISTERED', 'FUTURE', 'BEFORE_2020', 'OLD'));

alter table meter add column backfill_until timestamptz;
comment on column meter.backfill_until is
  'Until when readings of any age are taken; null or past: those more than 7 days older than its last one wait';

create table backfilled_day (
  meter_id integer not null references meter on delete cascade,
  day date not null,
  received_time timestamptz not null,
  primary key (meter_id, day)
);
comment on table backfilled_day is
  'readings: Local days of a meter that received readings of which an administrator had to allow the age. Files mention them.';
comment on column backfilled_day.meter_id is 'The meter';
comment on column backfilled_day.day is 'Local day of its organization';
comment on column backfilled_day.received_time is 'When the first of these readings arrived';
