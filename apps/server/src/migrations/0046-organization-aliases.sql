-- An organization's former codes stay valid for logins of people and devices until a SUPER_ADMIN ends them.
create table organization_alias (
  code text primary key check (code ~ '^[0-9]{8}$'),
  organization_id integer not null references organization on delete cascade,
  created_time timestamptz not null default now()
);
create index organization_alias_by_organization on organization_alias (organization_id);
comment on table organization_alias is 'places-and-people: Former codes of organizations with which people and devices may still log in. Ending one deletes its row.';
comment on column organization_alias.code is 'The former code; no organization may take it while the row exists.';
comment on column organization_alias.organization_id is 'Organization to which the row belongs.';
comment on column organization_alias.created_time is 'When the organization got another code.';

-- A trigger, so that a process of an earlier version cannot give an organization the former code of another one.
create function refuse_alias_as_code() returns trigger language plpgsql as $$
begin
  if exists (select from organization_alias where code = new.code) then
    raise exception 'code % is an alias of an organization', new.code
      using errcode = 'unique_violation', constraint = 'organization_code_key';
  end if;
  return null;
end $$;
create trigger organization_code_is_no_alias after insert or update of code on organization
  for each row execute function refuse_alias_as_code();

create table alias_use (
  organization_id integer not null references organization on delete cascade,
  device_code text not null,
  alias text not null references organization_alias on delete cascade,
  used_time timestamptz not null,
  primary key (organization_id, device_code)
);
create index alias_use_by_alias on alias_use (alias, used_time);
comment on table alias_use is 'devices: Meters and gateways that last used a former code of their organization. The row goes when the device uses the current code.';
comment on column alias_use.organization_id is 'Organization to which the row belongs.';
comment on column alias_use.device_code is 'Code of the meter or gateway.';
comment on column alias_use.alias is 'The former code of the organization.';
comment on column alias_use.used_time is 'When the device last connected or sent with it, exact to an hour.';
