-- Lists sort names by their numbers: "Room 2" before "Room 10". The embedded engine has no ICU collation that a database may
-- use (docs/adr/0007), so a name has a key that sorts as bytes on every server: lower case, and each number with twenty
-- digits. Plain SQL with regular expressions needs three times as long; the loop runs only for names with digits.
create function natural_key(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  key text := '';
  digits text := '';
  letter text;
begin
  if translate(name, '0123456789', '') = name then return lower(name); end if;
  foreach letter in array string_to_array(name, null) loop
    if letter collate "C" between '0' and '9' then
      digits := digits || letter;
    else
      if digits <> '' then key := key || lpad(ltrim(digits, '0'), greatest(20, length(ltrim(digits, '0'))), '0'); end if;
      digits := '';
      key := key || letter;
    end if;
  end loop;
  if digits <> '' then key := key || lpad(ltrim(digits, '0'), greatest(20, length(ltrim(digits, '0'))), '0'); end if;
  return lower(key);
end $$;
comment on function natural_key(text) is 'Text that sorts a name by its numbers, compared as bytes';

alter table organization
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored,
  add column name_en_key text collate "C" not null generated always as (natural_key(coalesce(name_en, name))) stored;
alter table office
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored,
  add column name_en_key text collate "C" not null generated always as (natural_key(coalesce(name_en, name))) stored;
alter table department
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored,
  add column name_en_key text collate "C" not null generated always as (natural_key(coalesce(name_en, name))) stored;
alter table meter
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored,
  add column name_en_key text collate "C" not null generated always as (natural_key(coalesce(name_en, name))) stored;
alter table purifier
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored,
  add column name_en_key text collate "C" not null generated always as (natural_key(coalesce(name_en, name))) stored;
alter table sensor
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored;
alter table app_user
  add column name_key text collate "C" not null generated always as (natural_key(name)) stored;

comment on column organization.name_key is 'Order of lists by the Korean name';
comment on column organization.name_en_key is 'Order of lists by the name on an English screen';
comment on column office.name_key is 'Order of lists by the Korean name';
comment on column office.name_en_key is 'Order of lists by the name on an English screen';
comment on column department.name_key is 'Order of lists by the Korean name';
comment on column department.name_en_key is 'Order of lists by the name on an English screen';
comment on column meter.name_key is 'Order of lists by the Korean name';
comment on column meter.name_en_key is 'Order of lists by the name on an English screen';
comment on column purifier.name_key is 'Order of lists by the Korean name';
comment on column purifier.name_en_key is 'Order of lists by the name on an English screen';
comment on column sensor.name_key is 'Order of lists by name';
comment on column app_user.name_key is 'Order of lists by name';
