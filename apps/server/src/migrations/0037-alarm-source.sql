-- A list of sources here had to change with each new one. Which sources there are is in the contract
-- (packages/contract/src/alarm/schema.ts), and one that is written wrong does not compile.
alter table alarm drop constraint alarm_source_check;
alter table alarm add constraint alarm_source_check check (source ~ '^[A-Z][A-Z_]{1,39}$') not valid;
alter table alarm validate constraint alarm_source_check;
