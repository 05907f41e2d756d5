-- A browser in which a user wants to be told of alarms (RFC 8030): where its push service takes messages for it, and the
-- keys with which they are encrypted for it alone.
create table push_subscription (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  endpoint_hash bytea not null unique,
  endpoint text not null,
  -- base64url, as browsers tell them.
  p256dh text not null,
  auth text not null,
  created_time timestamptz not null default now(),
  -- When its push service last took a message.
  pushed_time timestamptz
);
create index push_subscription_by_user on push_subscription (user_id);

-- Whoever takes away what a user may do, in whichever way, ends what was switched on with it: a browser that somebody else
-- may have would be told for ever.
create function end_push_subscriptions() returns trigger language plpgsql as $$
begin
  delete from push_subscription where user_id = new.id;
  return null;
end $$;
create trigger push_subscriptions_end after update of use, organization_id, password_hash, password_state on app_user
  for each row when (new.use = 'N' or new.organization_id <> old.organization_id or new.password_state = 'VOID'
    or new.password_hash is distinct from old.password_hash)
  execute function end_push_subscriptions();

alter table notification_rule drop constraint notification_rule_channel_check;
alter table notification_rule add constraint notification_rule_channel_check
  check (channel in ('MAIL', 'WEBHOOK', 'PUSH'));
alter table notification drop constraint notification_channel_check;
alter table notification add constraint notification_channel_check check (channel in ('MAIL', 'WEBHOOK', 'PUSH'));
