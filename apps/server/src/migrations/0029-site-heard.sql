-- When a local server's connection last received anything, answers to pings included. A broker that stalls keeps its
-- connection open: meters behind it are silent only as far as it is heard.
alter table local_server_status add column heard_time timestamptz;
