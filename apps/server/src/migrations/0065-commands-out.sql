-- Automatic mode returns a purifier to the device's own automatic mode when it is switched off.
alter table auto_mode add column took_control boolean not null default false;
comment on column auto_mode.took_control is
  'Whether it commanded the purifier while the device''s own automatic mode ran, which gets control back when this is switched off.';

comment on column door_fact.key is
  'Address of a device, a key that several devices share, `topic:` and a topic of a device, or `downlink:` and the address of a LoRaWAN device: how it gets downlinks.';
