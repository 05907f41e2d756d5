-- Each time that an alarm holds keeps its own begin and end: when an alarm comes back, its row shows the present occurrence,
-- and the one before stays in the history as a row of its own, which refers to it. It is cleared at the time of the return.
-- Alarms that came back under an earlier version have no such rows; `occurrences` still counts them.
alter table alarm add column occurrence_of bigint;
