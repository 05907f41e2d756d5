-- A second secret that requests of an HTTP door carry in a header.
alter table door
  add column header_name text check (length(header_name) between 1 and 64),
  add column header_secret_hash bytea,
  add check ((header_name is null) = (header_secret_hash is null)),
  add check (header_name is null or kind = 'HTTP');
comment on column door.header_name is
  'Header in which requests of an `HTTP` door carry a second secret; null: the token in the address is enough.';
comment on column door.header_secret_hash is
  'SHA-256 of that secret. It opens nothing without the token, which cannot be guessed from its own hash.';
