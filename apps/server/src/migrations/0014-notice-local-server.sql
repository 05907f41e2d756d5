-- What an organization's people are told.
create table notice (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  content text not null,
  -- Whether it runs along the bottom of Monitoring.
  display_at_bottom text not null default 'N' check (display_at_bottom in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);
create index notice_by_organization on notice (organization_id, id desc);

-- The MQTT broker at a site, to which the server will connect.
create table local_server (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  ip text not null,
  port integer not null check (port between 1 and 65535),
  tls text not null default 'N' check (tls in ('Y', 'N')),
  account text,
  -- AES-256-GCM with the key of the data directory: nonce, tag, text.
  password bytea,
  description text,
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, name)
);
