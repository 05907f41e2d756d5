-- Doors that poll: devices that are asked for their values, and the process that asks each.
alter table door add column register_map jsonb;
comment on column door.register_map is 'Registers of the devices of a `MODBUS` door, unless a device has its own; null: none.';

alter table door_device
  add column host text,
  add column port integer check (port between 1 and 65535),
  add column unit integer check (unit between 0 and 255),
  add column path text,
  add column transport text not null default 'TCP' check (transport in ('TCP', 'RTU_OVER_TCP')),
  add column poll_interval_s integer check (poll_interval_s between 5 and 86400),
  add column register_map jsonb,
  add column polled_by uuid,
  add check ((host is null) = (port is null));
create index door_device_by_host on door_device (host, port) where host is not null;
comment on column door_device.host is 'IP address at which a device of a `POLL` or `MODBUS` door is asked; null: it reports by itself.';
comment on column door_device.port is 'Port of that address.';
comment on column door_device.unit is 'Modbus device behind that address (slave id); null: that of the register map.';
comment on column door_device.path is 'Path that is read from a device of a `POLL` door; null: that of its driver.';
comment on column door_device.transport is 'Framing of Modbus: `TCP`, or `RTU_OVER_TCP` as many serial servers pass it on.';
comment on column door_device.poll_interval_s is 'Seconds between two polls; null: the interval of its driver, or 60 s.';
comment on column door_device.register_map is 'Registers of the device; null: those of its door.';
comment on column door_device.polled_by is 'Supervisor whose process `devices` polls it; it counts while that process lives.';
