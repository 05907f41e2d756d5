-- Polled HTTP devices may be asked over HTTPS and with a login.
alter table door_device
  add column tls text not null default 'N' check (tls in ('Y', 'N')),
  add column ca text,
  add column poll_login text not null default 'NONE' check (poll_login in ('NONE', 'BASIC', 'BEARER', 'HEADER')),
  add column poll_account text,
  add column poll_secret bytea,
  add check ((poll_login = 'NONE') = (poll_secret is null)),
  add check ((poll_login in ('BASIC', 'HEADER')) = (poll_account is not null));
comment on column door_device.tls is '`Y`: a device of a `POLL` door is asked over HTTPS.';
comment on column door_device.ca is
  'Certificates (PEM) that are trusted instead of the usual ones; a device has no name to check then. null: public authorities.';
comment on column door_device.poll_login is
  'How the server logs in at a device of a `POLL` door: `BASIC` with account and password, `BEARER` with a token, `HEADER` with a header of its own.';
comment on column door_device.poll_account is 'Account of a `BASIC` login, name of the header of a `HEADER` login.';
comment on column door_device.poll_secret is
  'Password, token or content of the header, encrypted with a key outside the database.';
