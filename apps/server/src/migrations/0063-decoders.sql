-- Decoders that organizations write themselves, and the alarm when the server switches one off.
create table decoder (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  source text not null check (octet_length(source) <= 65536),
  source_hash text not null,
  examples jsonb not null default '[]',
  state text not null default 'ON' check (state in ('ON', 'OFF_BY_TROUBLE')),
  trouble text,
  trouble_time timestamptz,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check ((state = 'OFF_BY_TROUBLE') = (trouble_time is not null))
);
create unique index decoder_folded_name on decoder (organization_id, lower(name));
comment on table decoder is 'doors: A decoder that an organization wrote for messages that no driver reads: a script with the functions of the LoRaWAN codec API (TS013).';
comment on column decoder.id is 'Primary key. Doors and devices name the decoder as driver `decoder-<id>`.';
comment on column decoder.organization_id is 'Organization to which the row belongs.';
comment on column decoder.name is 'Name, unique within the organization without regard to case.';
comment on column decoder.source is 'JavaScript.';
comment on column decoder.source_hash is 'SHA-256 of the source in base64url.';
comment on column decoder.examples is
  'Messages with what the decoder must return: an array of `{name, input: {format, content, f_port, topic}, output}`. All run before a change is saved.';
comment on column decoder.state is
  '`ON`, or `OFF_BY_TROUBLE`: the server switched it off because it ran out of time or memory three times in a row. Messages wait until a person saves it again.';
comment on column decoder.trouble is 'Message of the failure that switched it off.';
comment on column decoder.trouble_time is 'When it was switched off; null while it is on.';
comment on column decoder.created_time is 'Time of creation.';
comment on column decoder.updated_time is 'Time of the last change, also of its state.';
comment on column decoder.version is
  'Counts changes of the row by people. An editor sends the version that they saw, and an outdated one is refused.';

create table decoder_version (
  id integer generated always as identity primary key,
  decoder_id integer not null references decoder on delete cascade,
  source text not null,
  saved_time timestamptz not null default now(),
  user_id integer references app_user on delete set null,
  login text
);
create index decoder_version_by_user on decoder_version (user_id) where user_id is not null;
create index decoder_version_by_decoder on decoder_version (decoder_id, id);
comment on table decoder_version is 'doors: Sources of a decoder as they were saved, the last 50 of each.';
comment on column decoder_version.id is 'Primary key, in the order of saving.';
comment on column decoder_version.decoder_id is 'Decoder.';
comment on column decoder_version.source is 'JavaScript.';
comment on column decoder_version.saved_time is 'Time of saving.';
comment on column decoder_version.user_id is 'User who saved it; null when the user was deleted.';
comment on column decoder_version.login is 'Login of that user at that time.';

create index door_by_driver on door (driver) where driver is not null;
create index door_device_by_driver on door_device (driver) where driver is not null;

alter table alarm add column decoder_id integer;
comment on column alarm.decoder_id is 'Decoder when one is the subject.';
drop index alarm_open;
create unique index alarm_open on alarm
  (meter_id, code, sensor_id, purifier_id, organization_id, gateway, local_server_id, report_key, decoder_id)
  nulls not distinct where cleared_time is null;
