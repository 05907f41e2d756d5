-- Until when a process is sending a notification; null: none is. A target has one message on its way at a time.
alter table notification add column claimed_until timestamptz;
create index notification_claimed on notification (organization_id, target) where claimed_until is not null;
