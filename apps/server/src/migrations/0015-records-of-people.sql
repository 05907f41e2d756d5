-- The login history outlives whom it tells of: it says by itself who that was, and whose.
alter table session drop constraint session_user_id_fkey,
  add column organization_id integer, add column user_login text, add column user_name text;
update session s set organization_id = u.organization_id, user_login = u.login, user_name = u.name
from app_user u where u.id = s.user_id;
alter table session alter column organization_id set not null, alter column user_login set not null,
  alter column user_name set not null;
create index session_by_organization on session (organization_id, login_time desc);

alter table login_refusal drop constraint login_refusal_user_id_fkey,
  add column organization_id integer, add column user_login text, add column user_name text;
update login_refusal r set organization_id = u.organization_id, user_login = u.login, user_name = u.name
from app_user u where u.id = r.user_id;
alter table login_refusal alter column organization_id set not null, alter column user_login set not null,
  alter column user_name set not null;
create index login_refusal_by_organization on login_refusal (organization_id, time desc);

-- Who looked at or exported what is personal stands beside who changed it: `after` says of what and of how many. A list is
-- no one row, so that it has no id.
alter table audit drop constraint audit_action_check,
  add check (action in ('create', 'write', 'delete', 'read', 'export')),
  alter column entity_id drop not null;
create index audit_accesses on audit (time, user_id) where action in ('read', 'export');
