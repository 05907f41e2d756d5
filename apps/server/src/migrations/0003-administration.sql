-- Counts the changes of a row, so that a second editor is told that somebody was quicker.
alter table organization add column version integer not null default 1;
alter table office add column version integer not null default 1;
alter table department add column version integer not null default 1;
alter table app_user add column version integer not null default 1;
alter table meter add column version integer not null default 1;
alter table sensor add column version integer not null default 1;
alter table purifier add column version integer not null default 1;

-- Who changed what. It outlives what it tells of, so nothing of it refers to other tables.
create table audit (
  id bigint generated always as identity primary key,
  time timestamptz not null,
  organization_id integer not null,
  -- null: the command line.
  user_id integer,
  user_login text,
  ip text,
  action text not null check (action in ('create', 'write', 'delete')),
  entity text not null,
  entity_id integer not null,
  -- What a person sees of it; null: it was not there, or is no more.
  before jsonb,
  after jsonb
);
create index audit_by_organization on audit (organization_id, id desc);
create index audit_by_entity on audit (entity, entity_id, id desc);

create index device_credential_by_meter on device_credential (meter_id);

-- A device's credential bears its meter's code, also after the meter was given another.
alter table meter add unique (organization_id, code, id);
alter table device_credential add foreign key (organization_id, code, meter_id)
  references meter (organization_id, code, id) on update cascade on delete cascade;
