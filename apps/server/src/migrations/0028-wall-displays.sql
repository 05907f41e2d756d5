-- A screen on a wall that shows an organization's air to whoever is there. Its link comes in with a token of its own, which
-- opens nothing else.
create table wall_display (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  wall_level text not null check (wall_level in ('ORGANIZATION', 'OFFICE', 'DEPARTMENT')),
  -- Of the level; none is all of them. One that is deleted is left out.
  place_ids integer[] not null default '{}',
  seconds integer not null check (seconds between 5 and 600),
  language text not null check (language in ('ko', 'en')),
  -- SHA-256 of the token; null: it was ended.
  token_hash bytea unique,
  made_by integer references app_user on delete set null,
  last_seen_time timestamptz,
  ended_time timestamptz,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, name)
);

-- A state of a screen that a user comes back to.
create table saved_view (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  name text not null,
  -- Path and query within the console.
  address text not null,
  created_time timestamptz not null default now(),
  unique (user_id, name)
);
