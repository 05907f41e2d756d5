-- When shelving of an alarm last ended while it was open: notifications after that say so. null: it was not shelved since
-- it was raised or came back.
alter table alarm add column unshelved_time timestamptz;
