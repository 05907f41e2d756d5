-- Who is told of which alarms of an organization, how and when.
create table notification_rule (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  name text not null,
  severity text not null check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO')),
  alarm_category text not null check (alarm_category in ('ALL', 'METER', 'SENSOR', 'AIR_PURIFIER')),
  channel text not null check (channel in ('MAIL', 'WEBHOOK')),
  -- Addresses and ids of users, as they were entered.
  recipients text,
  url text,
  -- AES-256-GCM with the key of the data directory: nonce, tag, text.
  secret bytea,
  delivery text not null check (delivery in ('NOW', 'DIGEST')),
  digest_min integer check (digest_min between 1 and 1440),
  -- HH:MM on the organization's clock.
  quiet_from text,
  quiet_to text,
  critical_passes text not null check (critical_passes in ('Y', 'N')),
  escalate_min integer check (escalate_min between 1 and 1440),
  -- A line for each step.
  escalate_to text,
  message_language text not null check (message_language in ('ko', 'en')),
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check ((quiet_from is null) = (quiet_to is null)),
  unique (organization_id, name)
);

-- An alarm that a receiver was, is or will be told of; what is due for a target together is one message.
create table notification (
  id bigint generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  rule_id integer not null references notification_rule on delete cascade,
  alarm_id bigint not null references alarm on delete cascade,
  -- 0 at first, then each time that nobody had acknowledged the alarm.
  step smallint not null,
  channel text not null check (channel in ('MAIL', 'WEBHOOK')),
  -- An address or a user's id; of a webhook its host.
  receiver text not null,
  -- What may be one message: a mail to a receiver of the organization, a post to a rule's webhook.
  target text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED', 'DROPPED')),
  due_time timestamptz not null,
  -- When it is tried again; while it is being sent, when somebody else may.
  next_time timestamptz not null,
  tries integer not null default 0,
  last_error text,
  message_id uuid,
  sent_time timestamptz,
  created_time timestamptz not null default now(),
  version integer not null default 1,
  unique (alarm_id, rule_id, step, receiver)
);
create index notification_waiting on notification (next_time) where state = 'WAITING';
create index notification_sent on notification (organization_id, target, sent_time) where state = 'SENT';
create index notification_by_time on notification (organization_id, due_time desc, id desc);
create index notification_by_rule on notification (rule_id, sent_time);
create index notification_by_message on notification (message_id) where message_id is not null;

-- The one-time link in a message with which its alarms are acknowledged.
create table notification_link (
  token_hash bytea primary key,
  message_id uuid not null,
  organization_id integer not null references organization on delete cascade,
  receiver text not null,
  expires_time timestamptz not null
);
create index notification_link_expiry on notification_link (expires_time);
