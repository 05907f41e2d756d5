-- SET: chosen by the person; MUST_CHANGE: somebody else has seen it, so it is changed at the next login; VOID: it lets
-- nobody in any more, until a link has set another.
alter table app_user add column password_state text not null default 'SET'
  check (password_state in ('SET', 'MUST_CHANGE', 'VOID'));

-- One-time links with which a person sets a password: the newest of each person, by the SHA-256 of its token.
create table password_link (
  user_id integer primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  expires_time timestamptz not null
);
