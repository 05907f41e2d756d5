-- Foreign keys without an index: each delete of a referenced row read the whole table. Small tables; writers wait for
-- milliseconds.
create index organization_sensor_by_master on organization_sensor (master_sensor_id);
create index wall_display_by_user on wall_display (made_by) where made_by is not null;
create index alarm_rule_by_code on alarm_rule (code);
create index device_error_by_sensor on device_error (sensor_id) where sensor_id is not null;
create index device_error_by_purifier on device_error (purifier_id) where purifier_id is not null;
create index notification_link_by_organization on notification_link (organization_id);
