-- Processes that do the work of a role, each told of by itself once a second, so that any of them can say how all are.
-- Nothing of it is worth a write to PostgreSQL's log: after a crash every process tells of itself anew.
create unlogged table process (
  -- A supervisor on some machine; a process that it starts again takes the place of the one before.
  supervisor_id uuid not null,
  role text not null,
  seen_time timestamptz not null,
  problems text[] not null,
  primary key (supervisor_id, role)
);
