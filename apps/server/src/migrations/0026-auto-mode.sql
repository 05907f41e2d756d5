-- How a purifier runs by itself, from what its meter measures.
create table auto_mode (
  purifier_id integer primary key references purifier (id) on delete cascade,
  use text not null check (use in ('Y', 'N')),
  -- By sensor type, the values from which it runs WEAK, MEDIUM and STRONG: {"PM2.5": [15, 35, 75]}.
  thresholds jsonb not null,
  -- How long a command of a person counts instead; null: until somebody switches back.
  override_min integer check (override_min between 15 and 1440),
  version integer not null default 1,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),

  -- What it has decided (domain/control/auto-mode), written when that changes; `revision` counts how often.
  level text check (level in ('STOP', 'WEAK', 'MEDIUM', 'STRONG')),
  level_since timestamptz,
  types jsonb not null default '{}',
  revision integer not null default 0,
  -- Whether the purifier reports that it runs so; else when it was last told, and how often in vain.
  is_reached boolean not null default false,
  asked_time timestamptz,
  tries integer not null default 0,
  -- Set while a person's command counts; an end of null is none.
  overridden_since timestamptz,
  overridden_until timestamptz
);

-- What was last sent to a device, of all of its purifiers at once, and what it says of that.
create table device_settings (
  meter_id integer primary key references meter (id) on delete cascade,
  version integer not null default 1,
  -- The purifiers as contract/protocol/message has them.
  sent jsonb not null,
  sent_time timestamptz not null,
  state text not null default 'SENT' check (state in ('SENT', 'ACCEPTED', 'REJECTED')),
  refusal text,
  answered_time timestamptz,
  -- What the device took last, of this version or of one before.
  accepted jsonb
);
