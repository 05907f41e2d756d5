-- Commands to purifiers, and what became of them (docs/adr/0018-commands.md). They outlive whom they tell of: nothing of
-- them refers to other tables, and names are those of the time.
create table command (
  id bigint generated always as identity primary key,
  -- Commands that were asked for at once; who asks again with the same is answered the same.
  batch_id uuid not null,
  organization_id integer not null,
  meter_id integer not null,
  purifier_id integer not null,
  organization_name text not null,
  office_name text not null,
  department_name text not null,
  meter_name text not null,
  air_name text not null,
  origin text not null check (origin in ('PERSON', 'TIMETABLE', 'AUTO')),
  user_id integer,
  user_login text,
  ip text,
  command text not null,
  action text not null,
  description text,
  state text not null default 'REQUESTED'
    check (state in ('REQUESTED', 'SENT', 'ACCEPTED', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'FAILED')),
  refusal text,
  before jsonb,
  after jsonb,
  requested_time timestamptz not null,
  expires_time timestamptz not null,
  sent_time timestamptz,
  accepted_time timestamptz,
  -- By the clock of the device.
  accepted_device_time timestamptz,
  ended_time timestamptz,
  unique (batch_id, purifier_id)
);
create index command_open on command (purifier_id) where state in ('REQUESTED', 'SENT', 'ACCEPTED');
create index command_due on command (expires_time) where state in ('REQUESTED', 'SENT', 'ACCEPTED');
create index command_of_purifier on command (purifier_id, requested_time desc);
create index command_by_time on command (requested_time desc, id desc);
create index command_by_organization on command (organization_id, requested_time desc, id desc);
