-- Meters of an organization as devices of Home Assistant.
alter table door
  add column home_assistant text check (home_assistant in ('ko', 'en')),
  add check (home_assistant is null or kind in ('BROKER', 'SITE'));
create unique index door_by_home_assistant on door (organization_id) where home_assistant is not null;
comment on column door.home_assistant is
  'Language in which the meters of the organization are published here for Home Assistant; null: they are not.';

create table published_topic (
  local_server_id integer not null references local_server on delete cascade,
  topic text not null,
  primary key (local_server_id, topic)
);
comment on table published_topic is
  'doors: Topics of which the broker of a local server may keep a retained message for Home Assistant; removed after the message.';
comment on column published_topic.local_server_id is 'Local server whose broker has it.';
comment on column published_topic.topic is 'MQTT topic.';

alter table command drop constraint command_origin_check;
alter table command add constraint command_origin_check
  check (origin in ('PERSON', 'TIMETABLE', 'AUTO', 'HOME_ASSISTANT'));
comment on column command.origin is 'Who wanted it: a user, a timetable, the automatic mode, or Home Assistant through a door.';
