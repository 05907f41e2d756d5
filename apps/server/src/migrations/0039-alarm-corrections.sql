-- Late readings correct the times of an alarm. Frames that arrive late are noted here, and the alarms of their meters are
-- looked at once the backlog is over.
alter table alarm add column corrected_time timestamptz;
comment on column alarm.corrected_time is 'When late readings last changed its times; null: never';

create table late_frame (
  meter_id integer primary key references meter on delete cascade,
  from_time timestamptz not null,
  seen_time timestamptz not null
);
comment on table late_frame is
  'alarms: Meters with an open alarm that received readings older than their newest, until the alarm has been looked at.';
comment on column late_frame.meter_id is 'The meter';
comment on column late_frame.from_time is 'Measured time of the oldest of these readings';
comment on column late_frame.seen_time is 'When the last of them was seen';

-- A person who clears an alarm closes its record. Records that ended after it said both.
update alarm set ended_time = cleared_time where ended_time > cleared_time;
