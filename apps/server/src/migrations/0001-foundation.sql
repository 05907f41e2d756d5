-- Who and where ---------------------------------------------------------------------------------------------

create table organization (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[0-9]{8}$'),
  name text not null,
  name_en text,
  address text,
  email text,
  phone text,
  description text,
  ip text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  time_zone text not null default 'Asia/Seoul',
  use text not null default 'Y' check (use in ('Y', 'N')),
  -- SHA-256 of the secret with which unregistered devices may announce themselves.
  enrolment_hash bytea,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now()
);

create table office (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  name_en text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  unique (organization_id, name),
  unique (organization_id, id)
);

create table department (
  id integer generated always as identity primary key,
  organization_id integer not null,
  office_id integer not null,
  name text not null,
  name_en text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  unique (office_id, name),
  unique (organization_id, office_id, id),
  foreign key (organization_id, office_id) references office (organization_id, id) on delete cascade
);

create table app_user (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  login text not null,
  name text not null,
  email text,
  phone text,
  authority text not null check (authority in ('SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER')),
  use text not null default 'Y' check (use in ('Y', 'N')),
  language text not null default 'ko' check (language in ('ko', 'en')),
  -- argon2id; null until the first password was set.
  password_hash text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  unique (organization_id, login)
);
create unique index app_user_email on app_user (lower(email));

-- A row is a login, and so the login history too: it stays when the session has ended.
create table session (
  id uuid primary key,
  user_id integer not null references app_user on delete cascade,
  ip text not null,
  login_time timestamptz not null,
  last_seen_time timestamptz not null,
  expires_time timestamptz not null,
  -- Set when the page was left: the session ends 15 s later unless it is used again.
  closing_time timestamptz,
  logout_time timestamptz
);
create index session_by_user on session (user_id, login_time desc);

-- Failed logins by what was typed, so that an id that does not exist locks like one that does.
create table login_failure (
  code text not null,
  login text not null,
  failures integer not null,
  last_time timestamptz not null,
  primary key (code, login)
);

-- Standards: thresholds of the master (organization null) and of organizations -------------------------------

create table standard (
  id integer generated always as identity primary key,
  organization_id integer references organization on delete cascade,
  type text not null,
  -- First day, in the organization's zone, on which it holds.
  valid_from date not null,
  -- Four ascending bounds in the type's unit; what they mean is the type's matter (domain/threshold).
  bounds double precision[] not null check (cardinality(bounds) = 4),
  unique nulls not distinct (organization_id, type, valid_from)
);

-- Devices ----------------------------------------------------------------------------------------------------

create table meter (
  id integer generated always as identity primary key,
  organization_id integer not null,
  office_id integer not null,
  department_id integer not null,
  name text not null,
  name_en text,
  type text not null default 'METER' check (type in ('METER', 'AIR_PURIFIER', 'MULTI', 'UNKNOWN')),
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
  ip text,
  use text not null default 'Y' check (use in ('Y', 'N')),
  is_air text not null default 'N' check (is_air in ('Y', 'N')),
  model text,
  serial text,
  hardware_version text,
  software_version text,
  first_operation_date date,
  cumulative_operation_h double precision,
  interval_s integer not null default 60 check (interval_s between 1 and 86400),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  unique (organization_id, code),
  unique (department_id, name),
  foreign key (organization_id, office_id, department_id)
    references department (organization_id, office_id, id) on delete cascade
);

create table sensor (
  id integer generated always as identity primary key,
  meter_id integer not null references meter on delete cascade,
  type text not null,
  sequence smallint not null check (sequence between 1 and 99),
  name text not null,
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  unique (meter_id, type, sequence)
);

create table purifier (
  id integer generated always as identity primary key,
  meter_id integer not null references meter on delete cascade,
  number smallint not null check (number between 1 and 99),
  name text not null,
  name_en text,
  use text not null default 'Y' check (use in ('Y', 'N')),
  model text,
  serial text,
  firmware_version text,
  first_operation_date date,
  cumulative_operation_h double precision,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  unique (meter_id, number),
  unique (meter_id, name)
);

-- Who may speak MQTT. Secrets are random, so a plain SHA-256 is enough and quick (docs/adr/0003).
create table device_credential (
  organization_id integer not null references organization on delete cascade,
  code text not null check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
  kind text not null check (kind in ('DEVICE', 'GATEWAY')),
  meter_id integer references meter on delete cascade,
  secret_hash bytea not null,
  created_time timestamptz not null default now(),
  primary key (organization_id, code),
  check ((kind = 'DEVICE') = (meter_id is not null))
);

create table unregistered_device (
  organization_id integer not null references organization on delete cascade,
  code text not null,
  ip text,
  first_seen_time timestamptz not null,
  last_seen_time timestamptz not null,
  message_count bigint not null,
  primary key (organization_id, code)
);

create table device_status (
  meter_id integer primary key references meter on delete cascade,
  status text not null check (status in ('ONLINE', 'OFFLINE')),
  changed_time timestamptz not null
);

-- Readings ---------------------------------------------------------------------------------------------------
-- Channel = type number * 100 + sequence number; value = ticks of the type's resolution (domain/channel,
-- domain/stored-value). No foreign keys from here on: the keys start with the meter, so that the tables can be
-- spread over machines by it, and history outlives its meter.

create table frame (
  meter_id integer not null,
  time timestamptz not null,
  channel smallint[] not null,
  value smallint[] not null,
  primary key (meter_id, time)
) partition by range (time);

-- The newest measured value of each channel, as far as everything that follows a commit has been done: the
-- watermark from which a start catches up. Written a little after the frames.
create table meter_current (
  meter_id integer primary key,
  time timestamptz not null,
  channel smallint[] not null,
  value smallint[] not null,
  channel_time timestamptz[] not null
);

create table quarantine (
  id bigint generated always as identity primary key,
  organization_id integer not null,
  device_code text not null,
  reason text not null check (reason in ('UNREGISTERED', 'FUTURE', 'BEFORE_2020')),
  measured_time timestamptz not null,
  received_time timestamptz not null,
  channel smallint[] not null,
  value smallint[] not null
);
create index quarantine_device on quarantine (organization_id, device_code, received_time);

create table rejection (
  organization_id integer not null,
  device_code text not null,
  key text not null,
  reason text not null,
  count bigint not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  sample text not null,
  primary key (organization_id, device_code, key, reason)
);

-- Meter-hours whose rollup is older than their frames.
create table dirty_hour (
  meter_id integer not null,
  hour timestamptz not null,
  primary key (meter_id, hour)
);

-- One row per meter, channel and local day; the arrays have an element per hour of that day (23 to 25, null
-- where nothing was measured). count: readings; sum, min, max: ticks.
-- Channel 0 is the index of the hour's means, in tenths: count = frames, sum = min = max = index.
create table rollup_hour (
  meter_id integer not null,
  day date not null,
  channel smallint not null,
  count integer[] not null,
  sum integer[] not null,
  min smallint[] not null,
  max smallint[] not null,
  primary key (meter_id, channel, day)
);

-- Purifier states, one row a change: first and last time that the device reported exactly this.
create table purifier_state (
  purifier_id integer not null,
  time timestamptz not null,
  last_time timestamptz not null,
  state jsonb not null,
  primary key (purifier_id, time)
);
