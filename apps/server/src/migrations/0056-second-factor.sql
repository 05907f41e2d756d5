-- A second factor of people: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost.
alter table organization add column require_second_factor text not null default 'N'
  check (require_second_factor in ('Y', 'N'));
comment on column organization.require_second_factor is
  'Y: its users set up a second factor at their next login before anything else';

alter table session add column needs_second_factor boolean not null default false;
comment on column session.needs_second_factor is
  'Whether the organization required a second factor at the login and the user had none: until it is set up, the session reaches only the own account';

create table second_factor (
  user_id integer primary key references app_user on delete cascade,
  secret bytea,
  pending_secret bytea,
  last_step integer,
  set_up_time timestamptz,
  check (secret is not null or pending_secret is not null)
);
comment on table second_factor is 'places-and-people: Second factors. The secrets that users share with their authenticators.';
comment on column second_factor.user_id is 'Its user; deleted with the user';
comment on column second_factor.secret is 'Encrypted secret; null: none was confirmed yet';
comment on column second_factor.pending_secret is 'Encrypted secret that a code of the authenticator must confirm; null: none';
comment on column second_factor.last_step is
  'Step of 30 seconds of the newest accepted code: the same code and older ones are refused';
comment on column second_factor.set_up_time is 'When the secret was confirmed';

create table recovery_code (
  user_id integer not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table recovery_code is 'places-and-people: Recovery codes. Each replaces a code of the authenticator once, and is deleted by that.';
comment on column recovery_code.user_id is 'Its user; deleted with the second factor';
comment on column recovery_code.code_hash is 'SHA-256 of the code, which is shown once';

alter table blocked_login drop constraint blocked_login_result_check,
  add constraint blocked_login_result_check check (result in
    ('INVALID_PASSWORD', 'INVALID_SECOND_FACTOR', 'RETRY_COUNT_OVER', 'USER_UNUSED', 'INACTIVE_USER', 'PASSWORD_LOGIN_OFF'));
