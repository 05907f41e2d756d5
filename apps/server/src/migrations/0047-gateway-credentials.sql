-- Gateways are listed, renewed and revoked like other registered rows.
alter table device_credential add column id integer generated always as identity;
alter table device_credential add constraint device_credential_id_key unique (id);
alter table device_credential add column version integer not null default 1;
alter table device_credential add column updated_time timestamptz not null default now();
alter table device_credential add column connected_time timestamptz;
comment on column device_credential.id is 'Number of the row, by which a gateway is addressed.';
comment on column device_credential.version is 'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column device_credential.updated_time is 'When the secret of a gateway was last renewed.';
comment on column device_credential.connected_time is 'When a gateway last logged in; null: not yet, or the device of a meter.';
