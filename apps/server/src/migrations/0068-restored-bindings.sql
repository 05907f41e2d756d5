-- Devices behind doors belong to a restored meter again.
alter table deleted_row drop constraint deleted_row_kind_check;
alter table deleted_row add constraint deleted_row_kind_check
  check (kind in ('office', 'department', 'meter', 'sensor', 'purifier', 'meter_period', 'backfilled_day',
    'device_credential', 'auto_mode', 'timetable_purifier', 'filter_replacement', 'door_device'));

-- The device itself stays, unbound; of it only its binding is kept.
create or replace function keep_deleted_meter() returns trigger language plpgsql as $$
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
    from device_credential c where c.meter_id = old.id
  union all select 'door_device', v.id, old.id, old.organization_id, jsonb_build_object('purifier', v.purifier)
    from door_device v where v.meter_id = old.id;
  update door_device set meter_id = null, purifier = null, version = version + 1, updated_time = now()
  where meter_id = old.id;
  perform keep_purifier_rows(p, old.organization_id) from purifier p where p.meter_id = old.id;
  return old;
end $$;
