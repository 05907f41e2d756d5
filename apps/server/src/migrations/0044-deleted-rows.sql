-- A deleted device or place leaves its rows here: its history stays readable, and it can be restored for some time. The
-- rows leave their own tables as before, so their codes and names are free at once and no other query has to exclude them.
create table deleted_row (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('office', 'department', 'meter', 'sensor', 'purifier', 'meter_period',
    'backfilled_day', 'device_credential', 'auto_mode', 'timetable_purifier', 'filter_replacement')),
  row_id integer,
  meter_id integer,
  organization_id integer not null,
  deleted_time timestamptz not null default now(),
  content jsonb not null
);
create index deleted_row_by_kind on deleted_row (kind, row_id);
create index deleted_row_by_organization on deleted_row (organization_id, kind, deleted_time);
create index deleted_row_by_meter on deleted_row (meter_id, kind);
comment on table deleted_row is
  'devices: Rows of deleted places and devices, for their history and to restore them. Rows of one deletion have the same time.';
comment on column deleted_row.id is 'Identity';
comment on column deleted_row.kind is 'The table that the row was in';
comment on column deleted_row.row_id is 'Its id there; null: its table has none';
comment on column deleted_row.meter_id is 'The meter that it is or belonged to; null: an office or department';
comment on column deleted_row.organization_id is 'Its organization; with the organization its deleted rows are deleted too';
comment on column deleted_row.deleted_time is 'Time of the transaction that deleted it';
comment on column deleted_row.content is 'The row';

-- Triggers, so that an older process beside a newer one keeps what it deletes too.
create function keep_purifier_rows(purifier purifier, organization integer) returns void language sql as $$
  insert into deleted_row (kind, row_id, meter_id, organization_id, content)
  select 'purifier', (purifier).id, (purifier).meter_id, organization, to_jsonb(purifier)
  union all select 'auto_mode', (purifier).id, (purifier).meter_id, organization, to_jsonb(a)
    from auto_mode a where a.purifier_id = (purifier).id
  union all select 'timetable_purifier', (purifier).id, (purifier).meter_id, organization, to_jsonb(t)
    from timetable_purifier t where t.purifier_id = (purifier).id
  union all select 'filter_replacement', (purifier).id, (purifier).meter_id, organization, to_jsonb(f)
    from filter_replacement f where f.purifier_id = (purifier).id
$$;

create function keep_deleted_place() returns trigger language plpgsql as $$
begin
  -- A deleted organization takes everything with it.
  if exists (select from organization where id = old.organization_id) then
    insert into deleted_row (kind, row_id, organization_id, content)
    values (tg_table_name, old.id, old.organization_id, to_jsonb(old));
  end if;
  return old;
end $$;
create trigger keep_deleted before delete on office for each row execute function keep_deleted_place();
create trigger keep_deleted before delete on department for each row execute function keep_deleted_place();

create function keep_deleted_meter() returns trigger language plpgsql as $$
begin
  if not exists (select from organization where id = old.organization_id) then return old; end if;
  insert into deleted_row (kind, row_id, meter_id, organization_id, content)
  select 'meter', old.id, old.id, old.organization_id, to_jsonb(old)
  union all select 'sensor', s.id, old.id, old.organization_id, to_jsonb(s) from sensor s where s.meter_id = old.id
  union all select 'meter_period', null, old.id, old.organization_id, to_jsonb(p)
    from meter_period p where p.meter_id = old.id
  union all select 'backfilled_day', null, old.id, old.organization_id, to_jsonb(b)
    from backfilled_day b where b.meter_id = old.id
  union all select 'device_credential', null, old.id, old.organization_id, to_jsonb(c)
    from device_credential c where c.meter_id = old.id;
  perform keep_purifier_rows(p, old.organization_id) from purifier p where p.meter_id = old.id;
  return old;
end $$;
create trigger keep_deleted before delete on meter for each row execute function keep_deleted_meter();

-- A sensor or purifier that is deleted with its meter was kept with it.
create function keep_deleted_sensor() returns trigger language plpgsql as $$
begin
  insert into deleted_row (kind, row_id, meter_id, organization_id, content)
  select 'sensor', old.id, old.meter_id, m.organization_id, to_jsonb(old) from meter m where m.id = old.meter_id;
  return old;
end $$;
create trigger keep_deleted before delete on sensor for each row execute function keep_deleted_sensor();

create function keep_deleted_purifier() returns trigger language plpgsql as $$
begin
  perform keep_purifier_rows(old, m.organization_id) from meter m where m.id = old.meter_id;
  return old;
end $$;
create trigger keep_deleted before delete on purifier for each row execute function keep_deleted_purifier();

create function forget_deleted_rows() returns trigger language plpgsql as $$
begin
  delete from deleted_row where organization_id = old.id;
  return null;
end $$;
create trigger forget_deleted_rows after delete on organization for each row execute function forget_deleted_rows();
