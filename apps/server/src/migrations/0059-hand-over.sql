-- A claimed device keeps the enrolment secret until it uses its own, which it receives over its connection.
alter table unregistered_device add column enrolled_ip text;
comment on column unregistered_device.enrolled_ip is 'Address of the last message of a connection with the enrolment secret; null: only a gateway or local server sent for the code';

create table hand_over (
  meter_id integer primary key references meter on delete cascade,
  ip text not null,
  opened_time timestamptz not null default now(),
  closes_time timestamptz not null,
  connected_before timestamptz,
  delivered_time timestamptz,
  ended_time timestamptz,
  outcome text check (outcome in ('USED', 'ENDED')),
  check ((ended_time is null) = (outcome is null))
);
comment on table hand_over is 'devices: Delivery of its own secret to a claimed device (adr 25). The secret is made when it is delivered, and never stored.';
comment on column hand_over.meter_id is 'Meter whose device was enrolled';
comment on column hand_over.ip is 'Address from which the device enrolled: a connection from there may receive the secret';
comment on column hand_over.opened_time is 'Claim of the device, or the last time that an administrator opened the hand-over again';
comment on column hand_over.closes_time is 'End of the enrolment secret for the device if its own secret is not used before';
comment on column hand_over.connected_before is 'Connections opened before this may receive the secret from any address; null: none';
comment on column hand_over.delivered_time is 'The one delivery; null: not yet';
comment on column hand_over.ended_time is 'The device used its own secret, or an administrator ended the hand-over; null: neither';
comment on column hand_over.outcome is 'USED: the device logged in with its own secret; ENDED: by an administrator';
