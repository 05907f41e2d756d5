-- Whether an organization lets its LOCAL_USER role control purifiers.
alter table organization add column user_control text not null default 'Y' check (user_control in ('Y', 'N'));
