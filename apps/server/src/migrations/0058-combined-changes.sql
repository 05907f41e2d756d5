-- A file or a bulk edit is one entry of the audit log, with the rows that it changed behind it.
alter table audit drop constraint audit_action_check,
  add constraint audit_action_check
    check (action in ('create', 'write', 'delete', 'import', 'bulk_edit', 'read', 'export')),
  add column part_of bigint references audit (id) on delete cascade;
create index audit_part_of on audit (part_of) where part_of is not null;
comment on column audit.part_of is 'The imported file or bulk edit that changed this row with others; null: it was changed alone';
