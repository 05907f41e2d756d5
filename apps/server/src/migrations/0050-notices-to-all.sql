-- A notice may be to all organizations. A process of an earlier version joins the organization, and leaves such notices out.
alter table notice alter column organization_id drop not null;
comment on table notice is 'A notice to the people of an organization, or of all organizations.';
comment on column notice.organization_id is 'Organization; null for all organizations.';
