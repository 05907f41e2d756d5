-- The mail address to which a link was sent: it ends when its user's address changes. null: sent by an earlier version.
alter table notification_link add column address text;
