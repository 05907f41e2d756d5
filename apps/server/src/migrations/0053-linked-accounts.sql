-- One person may have accounts in several organizations and switch between them.
alter table app_user add column person uuid;
create index app_user_by_person on app_user (person) where person is not null;
comment on column app_user.person is 'The same for all linked accounts of a person; null: not linked. A reset of the password by an administrator ends the link.';
