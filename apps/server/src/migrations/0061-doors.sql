-- Doors: how devices get in that do not speak the native protocol, and what arrives through them.
create table door (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  kind text not null check (kind in ('HTTP', 'BROKER', 'SITE', 'POLL', 'MODBUS')),
  envelope text,
  driver text,
  local_server_id integer references local_server on delete cascade,
  filters text[] not null default '{}',
  secret_hash bytea,
  description text,
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check ((kind = 'SITE') = (local_server_id is not null)),
  check ((kind in ('HTTP', 'BROKER')) = (secret_hash is not null))
);
create unique index door_folded_name on door (organization_id, lower(name));
create unique index door_by_secret on door (secret_hash) where kind = 'HTTP';
create index door_by_local_server on door (local_server_id);
comment on table door is 'doors: A way in for messages of devices that do not speak the native protocol (adr 29).';
comment on column door.id is 'Primary key.';
comment on column door.organization_id is 'Organization to which the row belongs.';
comment on column door.name is 'Name, unique within the organization without regard to case.';
comment on column door.kind is
  '`HTTP`: requests with its token; `BROKER`: an account of the own broker; `SITE`: topics of a local server; `POLL`: devices that are read by HTTP; `MODBUS`: devices that are read by Modbus TCP.';
comment on column door.envelope is 'Network server whose messages arrive; null: recognized.';
comment on column door.driver is 'Driver of its devices, unless a device has another; null: recognized.';
comment on column door.local_server_id is 'Local server whose topics arrive, of a `SITE`.';
comment on column door.filters is 'MQTT topic filters: what a `SITE` subscribes to, and where an account of a `BROKER` may publish.';
comment on column door.secret_hash is 'SHA-256 of the token of an `HTTP` door, or of the password of a `BROKER`.';
comment on column door.description is 'Note of an administrator.';
comment on column door.use is '`N`: nothing is accepted.';
comment on column door.created_time is 'Time of creation.';
comment on column door.updated_time is 'Time of the last change.';
comment on column door.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

create table door_device (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  door_id integer not null references door on delete cascade,
  address text not null check (address <> '' and length(address) <= 128),
  driver text,
  meter_id integer references meter on delete set null,
  purifier integer check (purifier between 1 and 99),
  sensors jsonb not null default '[]',
  model text,
  blocked text not null default 'N' check (blocked in ('Y', 'N')),
  first_seen_time timestamptz not null default now(),
  last_seen_time timestamptz,
  message_count bigint not null default 0,
  sample_topic text,
  sample_payload bytea,
  fault text,
  fault_time timestamptz,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);
create unique index door_device_by_address on door_device (door_id, address);
create index door_device_by_meter on door_device (meter_id) where meter_id is not null;
create index door_device_by_organization on door_device (organization_id);
comment on table door_device is 'doors: A device behind a door, and the meter to which its values belong.';
comment on column door_device.id is 'Primary key.';
comment on column door_device.organization_id is 'Organization to which the row belongs.';
comment on column door_device.door_id is 'Door through which its messages arrive.';
comment on column door_device.address is 'Its name at the door: a DevEUI, a topic, a serial number.';
comment on column door_device.driver is 'Driver that decodes its messages; null: that of the door, or the recognized one.';
comment on column door_device.meter_id is 'Meter to which its values belong; null: not bound yet, its messages wait.';
comment on column door_device.purifier is 'Number of the purifier of that meter which it is; null: none.';
comment on column door_device.sensors is 'Where its values go: an array of `{sensor, channel, offset}`; a null channel is not stored.';
comment on column door_device.model is 'Model, as it or its network server named it last.';
comment on column door_device.blocked is '`Y`: its messages are counted and dropped.';
comment on column door_device.first_seen_time is 'First message, or when it was added.';
comment on column door_device.last_seen_time is 'Last message.';
comment on column door_device.message_count is 'Messages so far.';
comment on column door_device.sample_topic is 'Topic or address of the last message with data.';
comment on column door_device.sample_payload is 'That message, as it arrived.';
comment on column door_device.fault is 'Last reason why a message, or a part of it, was not stored.';
comment on column door_device.fault_time is 'Time of that message.';
comment on column door_device.created_time is 'Time of creation.';
comment on column door_device.updated_time is 'Time of the last change.';
comment on column door_device.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

create table door_fact (
  door_id integer not null references door on delete cascade,
  key text not null,
  content jsonb not null,
  primary key (door_id, key)
);
comment on table door_fact is 'doors: What drivers remember of earlier messages, such as the names of values that later messages only number.';
comment on column door_fact.door_id is 'Door through which the messages came.';
comment on column door_fact.key is 'Address of a device, a key that several devices share, or `topic:` and a topic of a device.';
comment on column door_fact.content is 'The facts, in the form of the driver.';

create table door_message (
  id bigint generated always as identity primary key,
  door_id integer not null references door on delete cascade,
  device_id integer references door_device on delete cascade,
  received_time timestamptz not null,
  topic text not null,
  payload bytea not null,
  is_retained boolean not null default false
);
create index door_message_new on door_message (id) where device_id is null;
create index door_message_by_device on door_message (device_id, id) where device_id is not null;
create index door_message_by_door on door_message (door_id);
create index door_message_by_time on door_message (received_time);
comment on table door_message is
  'doors: Messages as they arrived: acknowledged requests that are not decoded yet, and those of devices that are not bound.';
comment on column door_message.id is 'Primary key, in the order of arrival.';
comment on column door_message.door_id is 'Door through which it arrived.';
comment on column door_message.device_id is 'Device that is not bound yet; null: not decoded yet.';
comment on column door_message.received_time is 'Time of arrival.';
comment on column door_message.topic is 'MQTT topic, or the part of the address after the token.';
comment on column door_message.payload is 'Content.';
comment on column door_message.is_retained is 'A retained MQTT message: it may be old.';
