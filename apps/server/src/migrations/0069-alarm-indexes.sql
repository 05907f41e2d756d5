-- Alarms arrive in the order of their time. Ascending indexes grow at their end and fill their pages; descending ones
-- were split in halves, and twice as large. Each of the four holds what lists and counts read, so that filters by names
-- need no look at the alarms either.
drop index alarm_by_time, alarm_by_organization, alarm_by_place, alarm_by_kind;
create index alarm_by_time on alarm (occurred_time, id) include (organization_id, meter_id, place, kind);
create index alarm_by_organization on alarm (organization_id, occurred_time, id) include (meter_id, place, kind);
create index alarm_by_place on alarm (place, meter_id, occurred_time, id) include (organization_id, kind);
create index alarm_by_kind on alarm (kind, occurred_time, id) include (organization_id, meter_id, place);
