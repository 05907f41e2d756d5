-- Failed logins count for the address that they came from, so that nobody locks others out of an id from elsewhere.
-- What was counted before knows no address: counting begins anew.
drop table login_failure;

create table login_failure (
  code text not null,
  login text not null,
  -- An IPv4 address, or the /64 of an IPv6 address.
  address text not null,
  failures integer not null,
  last_time timestamptz not null,
  primary key (code, login, address)
);

create index login_failure_last_time on login_failure (last_time);
