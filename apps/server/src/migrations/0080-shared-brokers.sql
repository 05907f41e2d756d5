-- A local server of the whole installation: without an organization, with a session for each.
alter table local_server alter column organization_id drop not null;
alter table local_server drop constraint local_server_organization_id_name_key;
alter table local_server add unique nulls not distinct (organization_id, name);
drop index local_server_folded_name;
create unique index local_server_folded_name on local_server (organization_id, folded_name(name)) nulls not distinct;
comment on column local_server.organization_id is
  'Organization to which the row belongs; null: its broker serves all organizations.';

-- Nothing in it outlives the processes, which fill it again.
truncate local_server_status;
alter table local_server_status add column organization_id integer not null;
alter table local_server_status drop constraint local_server_status_pkey;
alter table local_server_status add primary key (local_server_id, organization_id);
comment on table local_server_status is
  'Sessions at local servers, one for each organization of a broker: which process holds it, and its state. Valid while that process runs.';
comment on column local_server_status.organization_id is 'Organization for which the session speaks.';

drop index meter_route_by_local_server;
create index meter_route_by_local_server on meter_route (local_server_id, organization_id)
  where local_server_id is not null;

create table session_key (
  id integer primary key default 1 check (id = 1),
  secret bytea not null
);
comment on table session_key is
  'devices: Names the sessions at local servers, also after the keys of the installation were replaced (adr 19). At most one row.';
comment on column session_key.id is 'Always 1: keeps the table at one row.';
comment on column session_key.secret is 'The key, encrypted with `local-server.key`.';
