-- Logins that let nobody in, of users that exist: beside `session`, which holds the others, they are the login history.
create table login_refusal (
  id bigint generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  ip text not null,
  time timestamptz not null,
  result text not null check (result in ('INVALID_PASSWORD', 'RETRY_COUNT_OVER', 'USER_UNUSED', 'INACTIVE_USER'))
);
create index login_refusal_by_time on login_refusal (time desc);
create index login_refusal_by_user on login_refusal (user_id, time desc);
create index session_by_time on session (login_time desc);
create index audit_by_time on audit (time desc);
