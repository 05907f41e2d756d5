-- Keys of programs that use the API as their owner.
create table api_token (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  name text not null,
  access text not null check (access in ('READ', 'WRITE')),
  token_hash bytea not null unique,
  created_time timestamptz not null default now(),
  expires_time timestamptz not null,
  last_used_time timestamptz,
  last_used_ip text
);
-- Also the index of user_id.
create unique index api_token_folded_name on api_token (user_id, folded_name(name));
comment on table api_token is 'places-and-people: API tokens. Each acts as its owner, with the rights that the owner has at that time.';
comment on column api_token.id is 'Identity';
comment on column api_token.user_id is 'Its owner; deleted with the owner';
comment on column api_token.name is 'Its name, once per owner, compared without case';
comment on column api_token.access is 'READ: reads only; WRITE: changes as well';
comment on column api_token.token_hash is 'SHA-256 of the token, which is shown once';
comment on column api_token.created_time is 'Time of creation';
comment on column api_token.expires_time is 'End of its validity, at most one year after its creation';
comment on column api_token.last_used_time is 'Last use, to the minute; null: never used';
comment on column api_token.last_used_ip is 'Address of the last use';

alter table audit add column token_name text;
comment on column audit.token_name is 'Name of the API token that made the change; null: a person or the command line';
