-- The audit log and the login history as signed webhooks.
create table audit_stream (
  id integer generated always as identity primary key,
  organization_id integer references organization on delete cascade,
  name text not null,
  records text not null check (records in ('AUDIT', 'LOGINS')),
  url text not null,
  secret bytea not null,
  use text not null default 'Y' check (use in ('Y', 'N')),
  position bigint not null,
  skipped_count bigint not null default 0,
  next_time timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  failures integer not null default 0,
  last_success_time timestamptz,
  last_error text,
  last_error_time timestamptz,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);
create index audit_stream_organization on audit_stream (organization_id);
comment on table audit_stream is 'operations: Addresses to which the records of the audit log or of the login history are posted, in order and at least once.';
comment on column audit_stream.id is 'Identity';
comment on column audit_stream.organization_id is 'Its records are sent; null: those of all organizations and of the installation';
comment on column audit_stream.name is 'Name';
comment on column audit_stream.records is 'AUDIT: audit log; LOGINS: login history';
comment on column audit_stream.url is 'Address of the receiver';
comment on column audit_stream.secret is 'Secret that signs the requests, encrypted with the key of the data directory';
comment on column audit_stream.use is 'N: paused; its records wait';
comment on column audit_stream.position is 'Number of the record up to which the receiver has accepted all: audit.id, or login_number and logout_number';
comment on column audit_stream.skipped_count is 'Records that were deleted from their table before they were sent';
comment on column audit_stream.next_time is 'Time of the next request at the earliest';
comment on column audit_stream.claim is 'Request in progress; only its process moves the position';
comment on column audit_stream.claimed_until is 'Time at which another process may send the same records';
comment on column audit_stream.failures is 'Failed requests since the last accepted one';
comment on column audit_stream.last_success_time is 'Time of the last accepted request';
comment on column audit_stream.last_error is 'Why the last request failed; null: it was accepted';
comment on column audit_stream.last_error_time is 'Time of the last failed request';
comment on column audit_stream.created_time is 'Time of creation';
comment on column audit_stream.updated_time is 'Time of the last change';
comment on column audit_stream.version is 'Number of the edit';

-- One numbering of the login history: logins, refused logins and logouts. Older rows have no number, because streams
-- begin with later ones.
create sequence login_number;
alter table session add column login_number bigint, add column logout_number bigint;
alter table session alter column login_number set default nextval('login_number');
alter table blocked_login add column login_number bigint;
alter table blocked_login alter column login_number set default nextval('login_number');
create index session_by_login_number on session (login_number) where login_number is not null;
create index session_by_logout_number on session (logout_number) where logout_number is not null;
create index blocked_login_by_number on blocked_login (login_number) where login_number is not null;
comment on column session.login_number is 'Number of the login in the login history; null: older than the numbers';
comment on column session.logout_number is 'Number of the logout in the login history; null: none yet, or older than the numbers';
comment on column blocked_login.login_number is 'Number in the login history; null: older than the numbers';

create function number_logout() returns trigger language plpgsql as $$
begin
  new.logout_number := nextval('login_number');
  return new;
end $$;
create trigger number_logout before update of logout_time on session for each row
  when (old.logout_time is null and new.logout_time is not null and old.login_number is not null)
  execute function number_logout();

-- Counts deleted records that a stream has not sent.
create function count_skipped_audit() returns trigger language plpgsql as $$
begin
  update audit_stream s set skipped_count = s.skipped_count + g.count from (
    select t.id, count(*) as count from audit_stream t join gone on gone.id > t.position
      and (t.organization_id is null or t.organization_id = gone.organization_id)
    where t.records = 'AUDIT' group by t.id
  ) g where s.id = g.id;
  return null;
end $$;
create trigger count_skipped after delete on audit referencing old table as gone
  for each statement execute function count_skipped_audit();

create function count_skipped_session() returns trigger language plpgsql as $$
begin
  update audit_stream s set skipped_count = s.skipped_count + g.count from (
    select t.id, count(*) filter (where gone.login_number > t.position)
      + count(*) filter (where gone.logout_number > t.position) as count
    from audit_stream t join gone on greatest(gone.login_number, gone.logout_number) > t.position
      and (t.organization_id is null or t.organization_id = gone.organization_id)
    where t.records = 'LOGINS' group by t.id
  ) g where s.id = g.id;
  return null;
end $$;
create trigger count_skipped after delete on session referencing old table as gone
  for each statement execute function count_skipped_session();

create function count_skipped_blocked_login() returns trigger language plpgsql as $$
begin
  update audit_stream s set skipped_count = s.skipped_count + g.count from (
    select t.id, count(*) as count from audit_stream t join gone on gone.login_number > t.position
      and (t.organization_id is null or t.organization_id = gone.organization_id)
    where t.records = 'LOGINS' group by t.id
  ) g where s.id = g.id;
  return null;
end $$;
create trigger count_skipped after delete on blocked_login referencing old table as gone
  for each statement execute function count_skipped_blocked_login();
