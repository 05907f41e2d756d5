-- Replaced filters of purifiers: what a person wrote down, or what a device's counter told by beginning anew.
create table filter_replacement (
  id integer generated always as identity primary key,
  purifier_id integer not null references purifier on delete cascade,
  filter smallint not null check (filter between 1 and 3),
  time timestamptz not null,
  source text not null check (source in ('PERSON', 'DEVICE')),
  -- Who wrote it down, and their login of that time; null: a device alone.
  user_id integer,
  user_login text,
  -- How long the filter had been used, in hours.
  used_h double precision not null,
  -- What the device's counter said, in hours, and from where it went on.
  before_h double precision not null,
  after_h double precision not null
);
create index filter_replacement_by_filter on filter_replacement (purifier_id, filter, time desc, id desc);

-- What purifiers report of themselves is a source of alarms, and what the air says of them.
alter table alarm drop constraint alarm_source_check;
alter table alarm add constraint alarm_source_check check (source in
  ('VALUE', 'STUCK', 'DAY_MEAN', 'BASELINE', 'REJECTED', 'CLOCK', 'SILENCE', 'GATEWAY', 'LOCAL_SERVER', 'DEVICE', 'SERVER',
  'PURIFIER', 'EFFECT'));

insert into master_error (device_group, code, severity, description, description_en) values
  ('AIR_PURIFIER', 'P016', 'MAJOR', '공기청정기가 고장 상태를 보고함', 'The purifier reports trouble')
  on conflict do nothing;
insert into organization_error (organization_id, master_error_id)
  select o.id, m.id from organization o cross join master_error m on conflict do nothing;
