-- A local server by name, with further addresses, and with a login that Airdeck makes itself.
alter table local_server
  add column host text,
  add column further_addresses text,
  add column own_login text not null default 'N' check (own_login in ('Y', 'N'));
comment on column local_server.host is
  'Name of the broker''s host in place of its address; `ip` is then 0.0.0.0, to which no version connects.';
comment on column local_server.further_addresses is
  'Other addresses of the same broker, tried in turn: `host:port`, separated by commas; null: none.';
comment on column local_server.own_login is
  'Whether the connection logs in by a secret that Airdeck derives from its key, in place of `account`, `Y` or `N`.';
