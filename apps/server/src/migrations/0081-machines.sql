-- What differs between the machines of an installation: their clocks and their keys.

alter table process
  add column machine text,
  add column machine_offset_ms bigint,
  add column key_ids jsonb;
comment on column process.machine is 'Name of the machine on which it runs.';
comment on column process.machine_offset_ms is 'Clock of the machine minus that of the database; null: not measured yet.';
comment on column process.key_ids is 'Ids of the keys that it uses, by the name of their file, the one in use first. An id does not reveal its key.';
