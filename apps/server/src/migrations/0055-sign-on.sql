-- Single sign-on by OpenID Connect.
create table sign_on_provider (
  id integer generated always as identity primary key,
  organization_id integer references organization on delete cascade,
  name text not null,
  name_en text,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  scopes text not null,
  endpoint_hosts text,
  login_claim text not null,
  name_claim text not null,
  email_claim text not null,
  organization_claim text,
  role_claim text,
  admin_values text,
  user_values text,
  password_login text not null default 'Y' check (password_login in ('Y', 'N')),
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);
-- Also the index of organization_id.
create unique index sign_on_provider_organization on sign_on_provider (organization_id) nulls not distinct;
comment on table sign_on_provider is 'places-and-people: OpenID Connect providers that log people in: one of the installation, and at most one of each organization, which replaces it there.';
comment on column sign_on_provider.id is 'Identity';
comment on column sign_on_provider.organization_id is 'Its organization; null: of the installation';
comment on column sign_on_provider.name is 'Name on the button of Login';
comment on column sign_on_provider.name_en is 'English name; null: the same';
comment on column sign_on_provider.issuer is 'Issuer identifier: an https address, or http of this machine';
comment on column sign_on_provider.client_id is 'Identifier of this installation at the provider';
comment on column sign_on_provider.client_secret is 'Secret of this installation at the provider, encrypted with the key of the data directory';
comment on column sign_on_provider.scopes is 'Requested scopes, separated by spaces';
comment on column sign_on_provider.endpoint_hosts is 'Further hosts of the provider that the server may call, one a line; null: the host of the issuer only';
comment on column sign_on_provider.login_claim is 'Claim with the id of the user';
comment on column sign_on_provider.name_claim is 'Claim with the name of the user';
comment on column sign_on_provider.email_claim is 'Claim with the e-mail of the user';
comment on column sign_on_provider.organization_claim is 'Claim with the organization code; null where the provider belongs to an organization';
comment on column sign_on_provider.role_claim is 'Claim with the values that decide the role; null: administrators assign it';
comment on column sign_on_provider.admin_values is 'Values that mean LOCAL_ADMIN, one a line';
comment on column sign_on_provider.user_values is 'Values that mean LOCAL_USER, one a line; null: any other';
comment on column sign_on_provider.password_login is 'N: people of its organizations, except SUPER_ADMIN, cannot log in with a password';
comment on column sign_on_provider.use is 'N: no single sign-on by it, and password logins are possible';
comment on column sign_on_provider.created_time is 'Time of creation';
comment on column sign_on_provider.updated_time is 'Time of the last change';
comment on column sign_on_provider.version is 'Number of the edit';

-- The provider that logs in the people of an organization.
create function sign_on_provider_of(organization integer) returns integer language sql stable as $$
  select id from sign_on_provider where use = 'Y' and (organization_id = organization or organization_id is null)
  order by organization_id nulls last limit 1
$$;

create table sign_on_attempt (
  state_hash bytea primary key,
  provider_id integer not null references sign_on_provider on delete cascade,
  provider_version integer not null,
  secret_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  expires_time timestamptz not null
);
create index sign_on_attempt_provider on sign_on_attempt (provider_id);
create index sign_on_attempt_expires on sign_on_attempt (expires_time);
comment on table sign_on_attempt is 'places-and-people: Single sign-ons that were begun. The answer of the provider ends each, once.';
comment on column sign_on_attempt.state_hash is 'SHA-256 of the state that the provider sends back';
comment on column sign_on_attempt.provider_id is 'The provider';
comment on column sign_on_attempt.provider_version is 'Edit of the provider at the beginning; a later one ends the attempt';
comment on column sign_on_attempt.secret_hash is 'SHA-256 of the secret of the browser that began it';
comment on column sign_on_attempt.nonce is 'Value that the identity token must contain';
comment on column sign_on_attempt.verifier is 'PKCE code verifier';
comment on column sign_on_attempt.redirect_uri is 'Address to which the provider sends the browser back';
comment on column sign_on_attempt.expires_time is 'End of its validity';

create table sign_on_link (
  user_id integer primary key references app_user on delete cascade,
  organization_id integer not null references organization on delete cascade,
  issuer text not null,
  subject text not null,
  created_time timestamptz not null default now(),
  unique (organization_id, issuer, subject)
);
comment on table sign_on_link is 'places-and-people: Who users are at their provider. The first single sign-on links by the id of the user, later ones find the user by the subject.';
comment on column sign_on_link.user_id is 'The user';
comment on column sign_on_link.organization_id is 'Organization of the user';
comment on column sign_on_link.issuer is 'Issuer of the provider';
comment on column sign_on_link.subject is 'Identifier of the person at the issuer';
comment on column sign_on_link.created_time is 'Time of the first single sign-on';

alter table blocked_login drop constraint login_refusal_result_check,
  add constraint blocked_login_result_check
    check (result in ('INVALID_PASSWORD', 'RETRY_COUNT_OVER', 'USER_UNUSED', 'INACTIVE_USER', 'PASSWORD_LOGIN_OFF'));
