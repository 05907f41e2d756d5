-- Lists look for a name among the different names of sensors, which are few, instead of once for every sensor.
create index sensor_by_name on sensor (name);
