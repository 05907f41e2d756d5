-- The states of value conditions are kept in memory between batches and saved once a minute. An older process saves
-- complete states and leaves the mark as it is: adding frames to them that they have already changes nothing.
alter table alarm_state add column is_behind boolean not null default false;
comment on column alarm_state.is_behind is
  'Whether the process that evaluates the meter may have newer states in memory: frames stored since then have to be added.';
