-- Monthly reports and yearly sheets of offices, and monthly reports by mail.
create table report_schedule (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  office_id integer not null references office on delete cascade,
  send_day integer not null check (send_day between 1 and 28),
  send_hour integer not null check (send_hour between 0 and 23),
  recipients text not null,
  language text not null check (language in ('ko', 'en')),
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);
create index report_schedule_by_organization on report_schedule (organization_id);
create index report_schedule_by_office on report_schedule (office_id);
comment on table report_schedule is 'operations: Monthly reports of offices that are sent by mail.';
comment on column report_schedule.id is 'Identity';
comment on column report_schedule.organization_id is 'Organization of the office';
comment on column report_schedule.office_id is 'Office that is reported';
comment on column report_schedule.send_day is 'Day of the month after, on the organization''s clock';
comment on column report_schedule.send_hour is 'Hour of that day';
comment on column report_schedule.recipients is 'E-mail addresses, with spaces, commas or line ends between';
comment on column report_schedule.language is 'Language of the report and its mail';
comment on column report_schedule.use is 'N: nothing is sent';
comment on column report_schedule.created_time is 'When it was entered';
comment on column report_schedule.updated_time is 'When it was last changed; months that were due before are not sent';
comment on column report_schedule.version is 'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

create table report (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('MONTHLY', 'YEARLY')),
  organization_id integer not null references organization on delete cascade,
  -- No foreign keys: a report is kept when its office or schedule is deleted.
  office_id integer not null,
  schedule_id integer,
  organization_name text not null,
  office_name text not null,
  period text not null,
  language text not null check (language in ('ko', 'en')),
  pack text,
  entries jsonb,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  progress integer not null default 0 check (progress between 0 and 100),
  reason text,
  requested_time timestamptz not null,
  started_time timestamptz,
  ended_time timestamptz,
  holder uuid,
  content jsonb
);
create index report_by_organization on report (organization_id, id desc);
create index report_open on report (id) where state in ('WAITING', 'RUNNING');
create unique index report_of_schedule on report (schedule_id, period) where schedule_id is not null;
comment on table report is 'operations: Reports that were requested, with everything that they say: rules, facts and results of their time. Kept ten years.';
comment on column report.id is 'Identity';
comment on column report.kind is 'MONTHLY report or YEARLY sheet';
comment on column report.organization_id is 'Organization of the office';
comment on column report.office_id is 'Office that is reported; it may be deleted';
comment on column report.schedule_id is 'Schedule that requested it; null: a person did';
comment on column report.organization_name is 'Name of the organization when it was requested';
comment on column report.office_name is 'Name of the office when it was requested';
comment on column report.period is 'Month or year, such as 2026-10';
comment on column report.language is 'Language of its text';
comment on column report.pack is 'Pack of limits by which it judges; null: that of the office''s facility kind';
comment on column report.entries is 'What a person entered for a yearly sheet';
comment on column report.state is 'Progress as a state';
comment on column report.progress is 'Progress in percent';
comment on column report.reason is 'Why it failed, as a code';
comment on column report.requested_time is 'When it was requested';
comment on column report.started_time is 'When a process began it';
comment on column report.ended_time is 'When it ended';
comment on column report.holder is 'Supervisor of the process that works on it';
comment on column report.content is 'Everything that the report says (packages/contract/src/report); its files are made of it';

create table report_file (
  report_id integer not null references report on delete cascade,
  format text not null check (format in ('pdf', 'xlsx')),
  content bytea not null,
  primary key (report_id, format)
);
comment on table report_file is 'operations: Files of reports.';
comment on column report_file.report_id is 'Report';
comment on column report_file.format is 'Kind of file';
comment on column report_file.content is 'Bytes of the file';

create table report_mail (
  report_id integer not null references report on delete cascade,
  email text not null,
  tries integer not null default 0,
  next_time timestamptz,
  sent_time timestamptz,
  last_error text,
  primary key (report_id, email)
);
create index report_mail_due on report_mail (next_time) where next_time is not null;
comment on table report_mail is 'operations: Mails of scheduled reports, one for each address.';
comment on column report_mail.report_id is 'Report';
comment on column report_mail.email is 'Address';
comment on column report_mail.tries is 'How often it was tried';
comment on column report_mail.next_time is 'When it is tried next; null: it was sent or given up';
comment on column report_mail.sent_time is 'When the mail server accepted it';
comment on column report_mail.last_error is 'Answer of the mail server, without the address';
