-- What was stored or changed, for those who follow it (docs/adr/0011-feed.md): written in the transaction that does so.
-- Rows lie in a ring of segments, so that old ones go by truncating a table and not by deletes.
create sequence feed_seq;

create table feed (
  segment smallint not null,
  -- By meter (feed/entry.ts); what belongs to no one meter is in lane 0.
  lane smallint not null,
  kind smallint not null,
  -- The xid comes before the sequence: a number of the sequence is never older than its transaction.
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null default nextval('feed_seq'),
  time timestamptz not null default clock_timestamp(),
  -- feed/codec.ts. Compressing it would cost more than it saves, for the minutes that it lives.
  data bytea not null
) partition by list (segment);
alter table feed alter column data set storage external;
create index feed_order on feed (lane, xid, seq);

-- Nothing is ever updated or deleted there, and a truncated table needs no vacuum.
create table feed_0 partition of feed for values in (0) with (autovacuum_enabled = off, toast.autovacuum_enabled = off);
create table feed_1 partition of feed for values in (1) with (autovacuum_enabled = off, toast.autovacuum_enabled = off);
create table feed_2 partition of feed for values in (2) with (autovacuum_enabled = off, toast.autovacuum_enabled = off);
create table feed_3 partition of feed for values in (3) with (autovacuum_enabled = off, toast.autovacuum_enabled = off);

-- One row: the segment that is written now, since when, and up to which transaction rows may be gone.
create table feed_ring (
  only_row boolean primary key default true check (only_row),
  segment smallint not null,
  since timestamptz not null,
  horizon xid8 not null
);
insert into feed_ring (segment, since, horizon) values (0, now(), '0');

-- How far each consumer is on each lane, and who works that lane. Only who knows the fence may move the cursor; whoever
-- takes the lane raises it.
create table feed_consumer (
  name text not null,
  lane smallint not null,
  kinds smallint[] not null,
  xid xid8 not null,
  seq bigint not null,
  fence bigint not null default 0,
  holder uuid,
  until timestamptz not null default '-infinity',
  -- Rows that were taken away before it had seen them, and rows that it could not handle.
  skipped bigint not null default 0,
  failed bigint not null default 0,
  primary key (name, lane)
);

-- Who works for a consumer now, so that each takes its share of the lanes.
create table feed_member (
  name text not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (name, holder)
);
