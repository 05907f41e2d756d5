-- Names that look the same are the same: they are compared composed (NFC), without case, with single spaces, without
-- invisible characters. The rule of the code is packages/domain/src/text-form.ts.

-- Nothing may be added between the check of a table and its unique index.
lock table organization, office, department, app_user, meter, sensor, purifier, device_credential, local_server,
  notification_rule, timetable, wall_display, saved_view in share row exclusive mode;

-- Bodies are parsed here, once: an index is built with a search path that would not find the other function.
create function normal_name(given text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(normalize(regexp_replace(given,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'), NFC), '[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), ' ');
comment on function normal_name(text) is
  'A name without invisible characters, composed (NFC), trimmed, with single spaces. The joiners of emoji stay.';

create function folded_name(given text) returns text language sql immutable strict parallel safe
  return lower(normal_name(regexp_replace(given, '[\u200d\ufe0f]', '', 'g')));
comment on function folded_name(text) is 'The form in which names are compared: normal_name without case and joiners.';

-- Names that are stored in another form get it. Of names that become equal one stays: one that had the form already,
-- else the oldest; the others get a number. Each change is a row of the audit log, made by the command line (no user).
do $$
declare
  part record;
  found record;
  suffix text;
  candidate text;
  tried integer;
  is_taken boolean;
begin
  for part in select * from (values
    -- table, column, names are unique within, longest name, entity, organization of the row
    ('office', 'name', 'organization_id', 60, 'offices', 't.organization_id'),
    ('department', 'name', 'office_id', 60, 'departments', 't.organization_id'),
    ('meter', 'name', 'department_id', 60, 'meters', 't.organization_id'),
    ('purifier', 'name', 'meter_id', 60, 'purifiers', '(select m.organization_id from meter m where m.id = t.meter_id)'),
    ('local_server', 'name', 'organization_id', 60, 'local_servers', 't.organization_id'),
    ('notification_rule', 'name', 'organization_id', 60, 'notification_rules', 't.organization_id'),
    ('timetable', 'name', 'organization_id', 60, 'timetables', 't.organization_id'),
    ('wall_display', 'name', 'organization_id', 60, 'wall_displays', 't.organization_id'),
    ('saved_view', 'name', 'user_id', 40, null, 'null::integer'),
    -- The others need not be unique.
    ('organization', 'name', 'id', 60, 'organizations', 't.id'),
    ('app_user', 'name', 'id', 60, 'users', 't.organization_id'),
    ('sensor', 'name', 'id', 60, 'sensors', '(select m.organization_id from meter m where m.id = t.meter_id)'),
    ('organization', 'name_en', 'id', 60, 'organizations', 't.id'),
    ('office', 'name_en', 'id', 60, 'offices', 't.organization_id'),
    ('department', 'name_en', 'id', 60, 'departments', 't.organization_id'),
    ('meter', 'name_en', 'id', 60, 'meters', 't.organization_id'),
    ('purifier', 'name_en', 'id', 60, 'purifiers', '(select m.organization_id from meter m where m.id = t.meter_id)')
  ) as p (tab, col, parent, longest, entity, organization)
  loop
    for found in execute format('
      select * from (
        select t.id, t.%2$I as parent, t.%1$I as name, %4$s as organization_id,
          case when folded_name(t.%1$I) = '''' then '''' else normal_name(t.%1$I) end as normal,
          row_number() over (partition by t.%2$I, folded_name(t.%1$I) order by normal_name(t.%1$I) <> t.%1$I, t.id) as n
        from %3$I t where t.%1$I is not null
      ) x where n > 1 or normal <> name or normal = '''' order by n, id', part.col, part.parent, part.tab, part.organization)
    loop
      candidate := case when found.normal <> '' then found.normal when part.col = 'name' then '#' || found.id end;
      tried := greatest(found.n, 1);
      loop
        exit when candidate is null;
        execute format('select exists (select from %I where %I = $1 and id <> $2 and folded_name(%I) = folded_name($3))',
          part.tab, part.parent, part.col) into is_taken using found.parent, found.id, candidate;
        -- The name that stays is equal to those that are changed after it.
        exit when not is_taken or (found.n = 1 and candidate = found.normal);
        suffix := ' (' || tried || ')';
        candidate := rtrim(left(coalesce(nullif(found.normal, ''), '#' || found.id), part.longest - length(suffix))) || suffix;
        tried := tried + 1;
      end loop;
      execute format('update %I set %I = $1 where id = $2', part.tab, part.col) using candidate, found.id;
      if part.entity is not null then
        -- A form that was opened before must not bring the old name back.
        execute format('update %I set version = version + 1 where id = $1', part.tab) using found.id;
        insert into audit (time, organization_id, action, entity, entity_id, before, after) values (now(),
          found.organization_id, 'write', part.entity, found.id,
          jsonb_build_object(part.col, found.name), jsonb_build_object(part.col, candidate));
      end if;
    end loop;
  end loop;
end $$;

create unique index office_folded_name on office (organization_id, folded_name(name));
create unique index department_folded_name on department (office_id, folded_name(name));
create unique index meter_folded_name on meter (department_id, folded_name(name));
create unique index purifier_folded_name on purifier (meter_id, folded_name(name));
create unique index local_server_folded_name on local_server (organization_id, folded_name(name));
create unique index notification_rule_folded_name on notification_rule (organization_id, folded_name(name));
create unique index timetable_folded_name on timetable (organization_id, folded_name(name));
create unique index wall_display_folded_name on wall_display (organization_id, folded_name(name));
create unique index saved_view_folded_name on saved_view (user_id, folded_name(name));

-- A code or an id that is in use outside cannot be changed here: of those that differ by case only, all but the oldest
-- are kept as an exception, which ends when they are changed.
alter table meter add column kept_code text;
alter table device_credential add column kept_code text;
alter table app_user add column kept_login text;
comment on column meter.kept_code is
  'The code, if it differed only by case from an older one when that became a duplicate; allowed until it is changed.';
comment on column device_credential.kept_code is 'Like `meter.kept_code`, also of gateways.';
comment on column app_user.kept_login is
  'The id, if it differed only by case from an older one when that became a duplicate; allowed until it is changed.';

update meter m set kept_code = code where exists (
  select from meter o where o.organization_id = m.organization_id and lower(o.code) = lower(m.code) and o.id < m.id);
update device_credential c set kept_code = code where exists (
  select from device_credential o where o.organization_id = c.organization_id and lower(o.code) = lower(c.code)
    and (coalesce(o.meter_id, 2147483647), o.code collate "C") < (coalesce(c.meter_id, 2147483647), c.code collate "C"));
update app_user u set kept_login = login where exists (
  select from app_user o where o.organization_id = u.organization_id and lower(o.login) = lower(u.login) and o.id < u.id);

create unique index meter_folded_code on meter (organization_id, lower(code)) where kept_code is distinct from code;
create unique index device_credential_folded_code on device_credential (organization_id, lower(code))
  where kept_code is distinct from code;
create unique index app_user_folded_login on app_user (organization_id, lower(login))
  where kept_login is distinct from login;
-- Logins look for an id without case, exceptions included.
create index app_user_by_login on app_user (organization_id, lower(login));

-- The same person may be known in several organizations. The index keeps its name, by which an older process finds the
-- error code.
drop index app_user_email;
create unique index app_user_email on app_user (organization_id, lower(email));
create index app_user_by_email on app_user (lower(email));
comment on column app_user.email is
  'Mail address, unique in the organization regardless of case. Used to recover an id or password and for notifications.';
comment on column app_user.login is 'Id typed at the login, in any case, unique in the organization regardless of case.';
comment on column meter.code is 'Code with which the device connects, unique in the organization regardless of case.';
