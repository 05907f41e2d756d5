-- A device that nobody registered can be named, and refused: its connections, and what a gateway says for it.
alter table unregistered_device add column id integer generated always as identity unique;
alter table unregistered_device add column version integer not null default 1;
alter table unregistered_device add column blocked text not null default 'N' check (blocked in ('Y', 'N'));
