-- A failed login and a blocked one are two things, and the old names did not say which is which. The old names stay as
-- views, through which an older process beside a newer one reads and writes; a later release drops them.
alter table login_failure rename to failed_login;
alter table login_refusal rename to blocked_login;
create view login_failure as select * from failed_login;
create view login_refusal as select * from blocked_login;
