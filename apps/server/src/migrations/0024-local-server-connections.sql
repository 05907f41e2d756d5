-- Certificates (PEM) that are trusted at this server in place of the usual ones.
alter table local_server add column ca text;

-- Which process is connected to a local server, or tries to, and how that stands. It is true as long as that process lives,
-- which takes rows of local servers away that are no more.
create unlogged table local_server_status (
  local_server_id integer primary key,
  -- The supervisor of the process.
  holder uuid not null,
  state text not null check (state in ('CONNECTING', 'CONNECTED', 'DISCONNECTED')),
  -- Why it is not connected.
  error text,
  connected_time timestamptz,
  -- Since when it has not been connected; null while it is.
  down_since timestamptz,
  last_message_time timestamptz,
  messages_a_minute integer not null default 0
) with (fillfactor = 50);

-- A meter that spoke last through a gateway, or through a local server.
alter table meter_route alter column gateway drop not null;
alter table meter_route add column local_server_id integer references local_server on delete cascade;
alter table meter_route add check (num_nonnulls(gateway, local_server_id) = 1);
create index meter_route_by_local_server on meter_route (local_server_id) where local_server_id is not null;

-- A local server is the subject of an alarm, and the cause of others.
alter table alarm add column local_server_id integer;
drop index alarm_open;
create unique index alarm_open on alarm
  (meter_id, code, sensor_id, purifier_id, organization_id, gateway, local_server_id) nulls not distinct
  where cleared_time is null;
alter table alarm drop constraint alarm_source_check;
alter table alarm add check (source in
  ('VALUE', 'STUCK', 'DAY_MEAN', 'BASELINE', 'REJECTED', 'CLOCK', 'SILENCE', 'GATEWAY', 'LOCAL_SERVER', 'DEVICE', 'SERVER'));
