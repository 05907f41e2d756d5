-- A comment for each table and column: docs/schema is generated from them (npm run schema).

-- Places and people ------------------------------------------------------------------------------------------

comment on table organization is
  'A customer. Its people, places and devices belong to it; all clocks and days of its data use its time zone.';
comment on column organization.id is 'Primary key.';
comment on column organization.code is
  'Eight digits. People type it at the login, devices in their MQTT username and topics.';
comment on column organization.name is 'Name in Korean.';
comment on column organization.name_en is 'Name in English; null shows `name`.';
comment on column organization.address is 'Postal address.';
comment on column organization.email is 'Contact mail address.';
comment on column organization.phone is 'Contact telephone number.';
comment on column organization.description is 'Free text.';
comment on column organization.ip is 'IP address of the site, for information only.';
comment on column organization.latitude is 'Degrees north, for the map.';
comment on column organization.longitude is 'Degrees east, for the map.';
comment on column organization.time_zone is
  'IANA name such as Asia/Seoul. Local hours, days and months are cut by it.';
comment on column organization.use is
  '`N` closes the organization: its users cannot log in and its devices cannot connect.';
comment on column organization.enrolment_hash is
  'SHA-256 of the secret with which unregistered devices may announce themselves; null while none is set.';
comment on column organization.created_time is 'Time of creation.';
comment on column organization.updated_time is 'Time of the last change.';
comment on column organization.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column organization.user_control is
  'Whether users with the role LOCAL_USER may control purifiers, `Y` or `N`.';

comment on table office is 'A site or building of an organization.';
comment on column office.id is 'Primary key.';
comment on column office.organization_id is 'Organization to which the row belongs.';
comment on column office.name is 'Name in Korean, unique in the organization.';
comment on column office.name_en is 'Name in English; null shows `name`.';
comment on column office.created_time is 'Time of creation.';
comment on column office.updated_time is 'Time of the last change.';
comment on column office.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table department is
  'A part of an office, such as a floor or a room. Meters stand in departments. A department may move to another office of its organization.';
comment on column department.id is 'Primary key.';
comment on column department.organization_id is
  'Organization of the office; part of the key, so that an office of another organization is impossible.';
comment on column department.office_id is 'Office to which the department belongs.';
comment on column department.name is 'Name in Korean, unique in the office.';
comment on column department.name_en is 'Name in English; null shows `name`.';
comment on column department.created_time is 'Time of creation.';
comment on column department.updated_time is 'Time of the last change.';
comment on column department.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table app_user is 'A person who may log in.';
comment on column app_user.id is 'Primary key.';
comment on column app_user.organization_id is 'Organization to which the row belongs.';
comment on column app_user.login is 'Id typed at the login, unique in the organization.';
comment on column app_user.name is 'Full name.';
comment on column app_user.email is
  'Mail address, unique in the installation regardless of case. Used to recover an id or password and for notifications.';
comment on column app_user.phone is 'Telephone number.';
comment on column app_user.authority is 'Role. `domain/policy` decides what each role may do.';
comment on column app_user.use is '`N` locks the account.';
comment on column app_user.language is 'Language of the console and of mails.';
comment on column app_user.password_hash is 'argon2id hash; null until the first password is set.';
comment on column app_user.created_time is 'Time of creation.';
comment on column app_user.updated_time is 'Time of the last change.';
comment on column app_user.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column app_user.password_state is
  '`SET`: chosen by the user. `MUST_CHANGE`: someone else has seen it, so the next login asks for a new one. `VOID`: no login until a one-time link sets a new password.';

comment on table session is
  'A login that succeeded; open or ended. Together with `login_refusal` it is the login history. It names its user itself and outlives the user.';
comment on column session.id is 'Random id; the session token carries it.';
comment on column session.user_id is 'User; no foreign key, because the row outlives the user.';
comment on column session.ip is 'Client address at the login.';
comment on column session.login_time is 'Time of the login.';
comment on column session.last_seen_time is 'Last request of the session, written from time to time.';
comment on column session.expires_time is 'The session ends at this time at the latest.';
comment on column session.closing_time is
  'Set when the page was left. The session ends 15 s later unless a request arrives.';
comment on column session.logout_time is
  'End of the session by a logout or an administrator; null while open or after expiry.';
comment on column session.organization_id is 'Organization of the user at the login.';
comment on column session.user_login is 'Login of the user at that time.';
comment on column session.user_name is 'Name of the user at that time.';

comment on table login_refusal is
  'A rejected login of an existing user. Together with `session` it is the login history. It names its user itself and outlives the user.';
comment on column login_refusal.id is 'Primary key.';
comment on column login_refusal.user_id is 'User; no foreign key, because the row outlives the user.';
comment on column login_refusal.ip is 'Client address.';
comment on column login_refusal.time is
  'Time of the attempt. Repeats with the same result from one address are written once a minute, except wrong passwords.';
comment on column login_refusal.result is 'Reason of the rejection.';
comment on column login_refusal.organization_id is 'Organization of the user at that time.';
comment on column login_refusal.user_login is 'Login of the user at that time.';
comment on column login_refusal.user_name is 'Name of the user at that time.';

comment on table login_failure is
  'Failed logins by what was typed, so that an unknown id locks like a known one. Counted per client address, so that nobody can lock others out from elsewhere.';
comment on column login_failure.code is 'Organization code as typed.';
comment on column login_failure.login is 'Login as typed.';
comment on column login_failure.address is 'IPv4 address, or the /64 network of an IPv6 address.';
comment on column login_failure.failures is 'Failed logins since the last success.';
comment on column login_failure.last_time is 'Time of the last failure. Old rows are deleted by it.';

comment on table password_link is
  'The newest one-time link of a user to set a password. A new link replaces the old one.';
comment on column password_link.user_id is 'User whose password the link sets.';
comment on column password_link.token_hash is 'SHA-256 of the token in the link.';
comment on column password_link.expires_time is 'The link is invalid from this time.';

comment on table saved_view is 'An address of the console that a user saved under a name.';
comment on column saved_view.id is 'Primary key.';
comment on column saved_view.user_id is 'Owner.';
comment on column saved_view.name is 'Name, unique for the user.';
comment on column saved_view.address is 'Path and query within the console.';
comment on column saved_view.created_time is 'Time of creation.';

-- Devices ----------------------------------------------------------------------------------------------------

comment on table meter is
  'A registered air meter: the device that measures, and to which sensors and purifiers belong.';
comment on column meter.id is 'Primary key.';
comment on column meter.organization_id is 'Organization to which the row belongs.';
comment on column meter.office_id is 'Office of the department; part of the key, so that a wrong one is impossible.';
comment on column meter.department_id is 'Department in which the meter stands.';
comment on column meter.name is 'Name in Korean, unique in the department.';
comment on column meter.name_en is 'Name in English; null shows `name`.';
comment on column meter.type is 'Kind of device.';
comment on column meter.code is 'Code with which the device connects, unique in the organization.';
comment on column meter.ip is 'IP address of the device, for information only.';
comment on column meter.use is '`N` takes the meter out of service: its connections are refused.';
comment on column meter.is_air is '`Y` for a meter that drives purifiers.';
comment on column meter.model is 'Model name.';
comment on column meter.serial is 'Serial number.';
comment on column meter.hardware_version is 'Hardware version.';
comment on column meter.software_version is 'Software version.';
comment on column meter.first_operation_date is 'First day of operation.';
comment on column meter.cumulative_operation_h is 'Operating time so far, in hours, as entered.';
comment on column meter.interval_s is
  'Expected interval between readings, in seconds. Without a value for three intervals a meter counts as silent.';
comment on column meter.created_time is 'Time of creation.';
comment on column meter.updated_time is 'Time of the last change.';
comment on column meter.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table sensor is 'A registered sensor of a meter: one channel of its readings.';
comment on column sensor.id is 'Primary key.';
comment on column sensor.meter_id is 'Meter to which it belongs.';
comment on column sensor.type is
  'Sensor type, such as PM2.5 or CO2 (`domain/sensor-type`). Fixed after creation: stored readings use it.';
comment on column sensor.sequence is
  'Tells sensors of one type in a meter apart. Fixed after creation: stored readings use it.';
comment on column sensor.name is 'Display name.';
comment on column sensor.use is '`N` hides the sensor.';
comment on column sensor.created_time is 'Time of creation.';
comment on column sensor.updated_time is 'Time of the last change.';
comment on column sensor.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table purifier is 'A registered air purifier that a meter drives.';
comment on column purifier.id is 'Primary key.';
comment on column purifier.meter_id is 'Meter that drives it.';
comment on column purifier.number is 'Tells the purifiers of a meter apart; devices report by it.';
comment on column purifier.name is 'Name in Korean, unique in the meter.';
comment on column purifier.name_en is 'Name in English; null shows `name`.';
comment on column purifier.use is '`N` takes the purifier out of service.';
comment on column purifier.model is 'Model name.';
comment on column purifier.serial is 'Serial number.';
comment on column purifier.firmware_version is 'Firmware version.';
comment on column purifier.first_operation_date is 'First day of operation.';
comment on column purifier.cumulative_operation_h is 'Operating time so far, in hours, as entered.';
comment on column purifier.created_time is 'Time of creation.';
comment on column purifier.updated_time is 'Time of the last change.';
comment on column purifier.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table device_credential is 'A device or gateway that may connect by MQTT (adr 3).';
comment on column device_credential.organization_id is 'Organization to which the row belongs.';
comment on column device_credential.code is
  'Second part of the MQTT username. For a device it is the code of its meter and follows a change of it.';
comment on column device_credential.kind is
  '`DEVICE` has a meter; `GATEWAY` forwards for several devices and has none.';
comment on column device_credential.meter_id is 'Meter of a device; null for a gateway.';
comment on column device_credential.secret_hash is 'SHA-256 of the random secret.';
comment on column device_credential.created_time is 'Time of creation.';

comment on table unregistered_device is 'A code that sent messages without being registered, until it is registered.';
comment on column unregistered_device.organization_id is 'Organization named in the MQTT username or topic.';
comment on column unregistered_device.code is 'Code of the device.';
comment on column unregistered_device.ip is
  'Address of the last connection: its own, or that of its gateway or local server.';
comment on column unregistered_device.first_seen_time is 'First message.';
comment on column unregistered_device.last_seen_time is 'Last message.';
comment on column unregistered_device.message_count is 'Messages so far.';
comment on column unregistered_device.id is 'Primary key.';
comment on column unregistered_device.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column unregistered_device.blocked is
  '`Y`: connections with this code, and messages of gateways for it, are refused.';

comment on table device_status is 'Last connection status of a device that connects directly.';
comment on column device_status.meter_id is 'Meter of the device.';
comment on column device_status.status is 'Last status.';
comment on column device_status.changed_time is 'Time of the last change.';

comment on table gateway_status is 'Last status that a gateway, or its last will, reported.';
comment on column gateway_status.organization_id is 'Organization to which the row belongs.';
comment on column gateway_status.code is 'Code of the gateway.';
comment on column gateway_status.status is 'Last status.';
comment on column gateway_status.changed_time is 'Time of the last change.';

comment on table meter_route is
  'The gateway or local server through which a meter sent last. A meter that connects directly has no row.';
comment on column meter_route.meter_id is 'Meter.';
comment on column meter_route.organization_id is 'Organization to which the row belongs.';
comment on column meter_route.gateway is 'Code of the gateway; null with a local server.';
comment on column meter_route.local_server_id is 'Local server; null with a gateway.';

comment on table device_error is 'Error codes that devices reported last.';
comment on column device_error.meter_id is 'Meter whose device reported.';
comment on column device_error.sensor_id is 'Sensor concerned; null when none.';
comment on column device_error.purifier_id is 'Purifier concerned; null when none.';
comment on column device_error.code is 'Error code, see `master_error`.';
comment on column device_error.state is 'Whether the error holds now.';
comment on column device_error.changed_time is 'Time of the last change, by the report.';
comment on column device_error.detail is 'Text of the device.';

comment on table local_server is 'An MQTT broker at a site to which the server connects (adr 19).';
comment on column local_server.id is 'Primary key.';
comment on column local_server.organization_id is 'Organization to which the row belongs.';
comment on column local_server.name is 'Name, unique in the organization.';
comment on column local_server.ip is 'Address of the broker.';
comment on column local_server.port is 'TCP port.';
comment on column local_server.tls is 'Whether the connection uses TLS, `Y` or `N`.';
comment on column local_server.account is 'MQTT username; null connects without.';
comment on column local_server.password is
  'MQTT password, AES-256-GCM with the key of the data directory: nonce, tag, text.';
comment on column local_server.description is 'Free text.';
comment on column local_server.use is '`N` ends the connection.';
comment on column local_server.created_time is 'Time of creation.';
comment on column local_server.updated_time is 'Time of the last change.';
comment on column local_server.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column local_server.ca is 'Trusted certificates (PEM) in place of the public authorities.';

comment on table local_server_status is
  'The process that holds a local server, and the state of its connection. Valid while that process reports in `process`. Empty after a crash of the database.';
comment on column local_server_status.local_server_id is
  'Local server; no foreign key, the holder deletes rows of deleted servers.';
comment on column local_server_status.holder is '`process.supervisor_id` of the process.';
comment on column local_server_status.state is 'State of the connection.';
comment on column local_server_status.error is 'Why it is not connected; null while it is.';
comment on column local_server_status.connected_time is 'Start of the present connection.';
comment on column local_server_status.down_since is 'Start of the outage; null while connected.';
comment on column local_server_status.last_message_time is 'Last message of a device through it.';
comment on column local_server_status.messages_a_minute is 'Messages in the last minute.';
comment on column local_server_status.heard_time is
  'Last packet of any kind, answers to pings included. Meters behind a stalled broker count as silent only up to this time.';

-- Standards --------------------------------------------------------------------------------------------------

comment on table master_sensor is 'One of the seven sensor types of the installation.';
comment on column master_sensor.id is 'Primary key.';
comment on column master_sensor.type is 'Sensor type (`domain/sensor-type`).';
comment on column master_sensor.code is 'Short code, unique in the installation.';
comment on column master_sensor.category is 'Group of the type.';
comment on column master_sensor.model is 'Model name.';
comment on column master_sensor.description is 'Explanation in Korean.';
comment on column master_sensor.description_en is 'Explanation in English.';
comment on column master_sensor.range_min is 'Smallest value that a threshold may have, in the unit of the type.';
comment on column master_sensor.range_max is 'Largest value that a threshold may have, in the unit of the type.';
comment on column master_sensor.created_time is 'Time of creation.';
comment on column master_sensor.updated_time is 'Time of the last change.';
comment on column master_sensor.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table organization_sensor is
  'Settings of an organization for a sensor type; each organization has a row for each. Null inherits from `master_sensor`.';
comment on column organization_sensor.id is 'Primary key.';
comment on column organization_sensor.organization_id is 'Organization to which the row belongs.';
comment on column organization_sensor.master_sensor_id is 'Sensor type.';
comment on column organization_sensor.name is 'Name; null inherits.';
comment on column organization_sensor.model is 'Model name; null inherits.';
comment on column organization_sensor.description is 'Explanation; null inherits.';
comment on column organization_sensor.use is
  '`N` hides sensors of the type in this organization. Their readings are still stored.';
comment on column organization_sensor.created_time is 'Time of creation.';
comment on column organization_sensor.updated_time is 'Time of the last change.';
comment on column organization_sensor.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table standard is
  'Thresholds of a sensor type from a day on, of the master or of an organization (adr 15).';
comment on column standard.id is 'Primary key.';
comment on column standard.organization_id is 'Organization; null for the master.';
comment on column standard.type is 'Sensor type.';
comment on column standard.valid_from is 'First day, in the time zone of the organization.';
comment on column standard.bounds is
  'Four ascending thresholds in the unit of the type (`domain/threshold`). Null ends own thresholds: from that day on those of the master hold again, for the master the shipped defaults.';

comment on table master_error is 'An error code of the installation: what raises an alarm, and how severe it is.';
comment on column master_error.id is 'Primary key.';
comment on column master_error.code is 'Code that devices or the server report.';
comment on column master_error.device_group is 'Kind of device that reports it.';
comment on column master_error.severity is 'Severity of its alarms.';
comment on column master_error.description is 'Text in Korean.';
comment on column master_error.description_en is 'Text in English; null shows `description`.';
comment on column master_error.created_time is 'Time of creation.';
comment on column master_error.updated_time is 'Time of the last change.';
comment on column master_error.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column master_error.use is '`N` raises no alarm in any organization.';

comment on table organization_error is
  'Settings of an organization for an error code; each organization has a row for each. Null inherits from `master_error`.';
comment on column organization_error.id is 'Primary key.';
comment on column organization_error.organization_id is 'Organization to which the row belongs.';
comment on column organization_error.master_error_id is 'Error code.';
comment on column organization_error.use is '`N` raises no alarm in this organization.';
comment on column organization_error.severity is 'Severity; null inherits.';
comment on column organization_error.description is 'Text; null inherits.';
comment on column organization_error.created_time is 'Time of creation.';
comment on column organization_error.updated_time is 'Time of the last change.';
comment on column organization_error.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

-- Readings ---------------------------------------------------------------------------------------------------

comment on table frame is
  'Readings of a meter at one time (adr 2). Partitioned by UTC day; one partition holds all older days (adr 8). The writer in the role `devices` inserts them before it acknowledges.';
comment on column frame.meter_id is 'Meter; no foreign key, readings outlive their meter.';
comment on column frame.time is 'Time of measurement.';
comment on column frame.channel is 'Sensor type number * 100 + sequence number, for each reading (`domain/channel`).';
comment on column frame.value is
  'Readings in the order of `channel`, in ticks of the resolution of the type (`domain/stored-value`).';

comment on table packed_day is
  'Readings of a meter and channel on a closed UTC day, about half a byte per reading (adr 5). A packed day replaces its rows in `frame`.';
comment on column packed_day.meter_id is 'Meter; no foreign key, readings outlive their meter.';
comment on column packed_day.day is 'UTC day.';
comment on column packed_day.channel is
  'Channel as in `frame`. Channel 0 holds the times of the frames, and its row marks the day as packed.';
comment on column packed_day.data is 'Compressed block (`store/packed`).';

comment on table rollup_hour is
  'Hourly sums of a meter and channel on one local day. Recomputed from the readings, never corrected.';
comment on column rollup_hour.meter_id is 'Meter; no foreign key, averages outlive their meter.';
comment on column rollup_hour.day is 'Day in the time zone of the organization.';
comment on column rollup_hour.channel is
  'Channel as in `frame`. Channel 0 is the index of the hourly means, in tenths.';
comment on column rollup_hour.count is
  'Readings in each hour of the day: 23 to 25 elements, null where nothing was measured. Channel 0: frames.';
comment on column rollup_hour.sum is 'Sum in each hour, in ticks. Channel 0: the index.';
comment on column rollup_hour.min is 'Smallest value in each hour, in ticks. Channel 0: the index.';
comment on column rollup_hour.max is 'Largest value in each hour, in ticks. Channel 0: the index.';

comment on table packed_hour is
  'Hourly sums of a meter and channel on ten closed local days, about four bytes per hour (adr 13). A row of `rollup_hour` for one of the days takes precedence.';
comment on column packed_hour.meter_id is 'Meter; no foreign key, averages outlive their meter.';
comment on column packed_hour.first is 'First of the ten days: its number since 1970-01-01 is divisible by ten.';
comment on column packed_hour.channel is 'Channel as in `rollup_hour`.';
comment on column packed_hour.data is 'Compressed block (`store/rollups`).';

comment on table rollup_day is
  'Daily sums of a meter and channel in one local month, computed from the hours (adr 6).';
comment on column rollup_day.meter_id is 'Meter; no foreign key, averages outlive their meter.';
comment on column rollup_day.month is 'First day of the month, in the time zone of the organization.';
comment on column rollup_day.channel is 'Channel as in `rollup_hour`.';
comment on column rollup_day.data is
  '16 bytes for each day of the month: count, sum, min and max (`store/rollups/day-cell`).';

comment on table dirty_hour is
  'Hours whose rollup is older than its frames (adr 4). Marked in the transaction that stores the frames; readers take such hours from the readings.';
comment on column dirty_hour.meter_id is 'Meter.';
comment on column dirty_hour.hour is 'Start of the hour, UTC.';

comment on table dirty_day is
  'Local days whose cell in `rollup_day` is older than its hours. Readers take such days from the hours.';
comment on column dirty_day.meter_id is 'Meter.';
comment on column dirty_day.day is 'Day in the time zone of the organization.';

comment on table rollup_epoch is
  'Counts deletions of marks in `dirty_hour`. A mark that a writer remembers is valid in one epoch only (adr 4).';
comment on column rollup_epoch.lane is 'Group of hours: hours since 1970 modulo 8.';
comment on column rollup_epoch.epoch is 'Number of deletions so far.';

comment on table rollup_basis is
  'Time zone and standards with which the rollups of an organization were computed. When they change, the rollups are rebuilt.';
comment on column rollup_basis.organization_id is 'Organization to which the row belongs.';
comment on column rollup_basis.time_zone is 'Time zone of the rollups.';
comment on column rollup_basis.standards is 'Thresholds by first day, as in `store/rollups/basis`.';

comment on table retention is
  'How long an organization keeps a layer of data. Without a row the default holds (`domain/retention`).';
comment on column retention.organization_id is 'Organization to which the row belongs.';
comment on column retention.layer is 'Kind of data.';
comment on column retention.days is 'Age in days at which the data is deleted.';

comment on table meter_current is
  'Newest value of each channel of a meter. Written shortly after the frames; a start catches up from here.';
comment on column meter_current.meter_id is 'Meter.';
comment on column meter_current.time is 'Newest time of measurement.';
comment on column meter_current.channel is 'Channels as in `frame`.';
comment on column meter_current.value is 'Newest value of each channel, in ticks.';
comment on column meter_current.channel_time is 'Time of measurement of each value.';

comment on table purifier_state is 'A period in which a purifier reported the same state.';
comment on column purifier_state.purifier_id is 'Purifier; no foreign key, states outlive their purifier.';
comment on column purifier_state.time is 'First report of this state.';
comment on column purifier_state.last_time is 'Last report of this state.';
comment on column purifier_state.state is 'State as reported (`contract/purifier`).';

comment on table quarantine is
  'A frame that cannot be stored yet: from an unregistered device, or with an impossible time. Frames of an unregistered device are stored when it is registered.';
comment on column quarantine.id is 'Primary key.';
comment on column quarantine.organization_id is 'Organization of the device.';
comment on column quarantine.device_code is 'Code of the device.';
comment on column quarantine.reason is 'Why the frame is held.';
comment on column quarantine.measured_time is 'Time of measurement that the device claims.';
comment on column quarantine.received_time is 'Time of arrival.';
comment on column quarantine.channel is 'Channels as in `frame`.';
comment on column quarantine.value is 'Values as in `frame`.';

comment on table rejection is 'Data of a device that was rejected, counted by key and reason.';
comment on column rejection.organization_id is 'Organization of the device.';
comment on column rejection.device_code is 'Code of the device; `…` counts old and surplus rows together.';
comment on column rejection.key is 'Rejected key of the payload; empty when the whole message was rejected.';
comment on column rejection.reason is 'Reason of the rejection.';
comment on column rejection.count is 'Rejections so far.';
comment on column rejection.first_time is 'First rejection.';
comment on column rejection.last_time is 'Last rejection.';
comment on column rejection.sample is 'Newest rejected value or an excerpt of it.';
comment on column rejection.recent is
  'Last three times, newest first: one bad reading is an accident, several in a row are a fault.';

-- Alarms -----------------------------------------------------------------------------------------------------

comment on table alarm is
  'An alarm, open or past: a subject, a code and its timeline (adr 17). The row of an open alarm shows the present occurrence; earlier occurrences are rows of their own. Alarms outlive their subject, so nothing refers to other tables, and names are those of the time.';
comment on column alarm.id is 'Primary key.';
comment on column alarm.organization_id is 'Organization of the subject; null for the server itself.';
comment on column alarm.gateway is 'Code of the gateway when a gateway is the subject.';
comment on column alarm.meter_id is 'Meter concerned.';
comment on column alarm.sensor_id is 'Sensor concerned.';
comment on column alarm.purifier_id is 'Purifier concerned.';
comment on column alarm.organization_name is 'Name at that time.';
comment on column alarm.office_name is 'Name at that time.';
comment on column alarm.department_name is 'Name at that time.';
comment on column alarm.meter_name is 'Name at that time.';
comment on column alarm.sensor_name is 'Name at that time.';
comment on column alarm.air_name is 'Name of the purifier at that time.';
comment on column alarm.category is 'Kind of subject.';
comment on column alarm.code is 'Error code, see `master_error`.';
comment on column alarm.source is 'What decides whether the condition holds.';
comment on column alarm.severity is 'Severity at that time.';
comment on column alarm.description is 'Text in Korean at that time.';
comment on column alarm.description_en is 'Text in English at that time.';
comment on column alarm.detail is 'Text that the device or the gateway added.';
comment on column alarm.sensor_type is 'Type of the sensor concerned.';
comment on column alarm.value is 'Value that raised the alarm, in the unit of the type.';
comment on column alarm.bound is 'Limit that the value crossed, in the unit of the type.';
comment on column alarm.since_time is 'First reading of the run that raised the alarm.';
comment on column alarm.occurred_time is 'Time at which the alarm was raised.';
comment on column alarm.ended_time is
  'Time at which the condition ended; null while it holds. Set to null again when it recurs.';
comment on column alarm.occurrences is 'Times that the condition held since the alarm was opened.';
comment on column alarm.acknowledged_time is 'Time of the acknowledgement; null while nobody has acknowledged it.';
comment on column alarm.acknowledged_by is 'User who acknowledged; null for a mail address that is no user.';
comment on column alarm.acknowledged_login is 'Login of that user at that time, or the mail address.';
comment on column alarm.acknowledged_note is 'Note of that user.';
comment on column alarm.cleared_time is 'Time at which the alarm was cleared; null while it is open.';
comment on column alarm.cleared_by is 'User who cleared; null when the alarm cleared itself.';
comment on column alarm.cleared_login is 'Login of that user at that time.';
comment on column alarm.cleared_note is 'Note of that user.';
comment on column alarm.shelved_until is 'No notifications until this time; null while not shelved.';
comment on column alarm.shelved_by is 'User who shelved.';
comment on column alarm.shelved_login is 'Login of that user at that time.';
comment on column alarm.shelved_note is 'Note of that user.';
comment on column alarm.cause_id is 'Alarm of which this one is a symptom.';
comment on column alarm.hidden_time is 'Deletion by a user: the alarm stays in the history only.';
comment on column alarm.version is 'Counts changes of the row.';
comment on column alarm.openings is
  'Times that the alarm needed a new acknowledgement. Each opening is notified again.';
comment on column alarm.place is 'Hash of the names of the place, 53 bits: `alarm_place.id`.';
comment on column alarm.kind is 'Hash of what is wrong, 53 bits: `alarm_kind.id`.';
comment on column alarm.local_server_id is 'Local server when one is the subject.';
comment on column alarm.unshelved_time is
  'Last end of shelving while the alarm was open; later notifications mention it. Null when it was not shelved since it was raised or reopened.';
comment on column alarm.occurrence_of is
  'Set in the row of an earlier occurrence: the id of the alarm that recurred.';

comment on table alarm_place is
  'Places of alarms, once for all alarms with the same names: searches look here, and indexes of `alarm` hold its id. A trigger of `alarm` adds rows.';
comment on column alarm_place.id is 'Hash of the names, 53 bits.';
comment on column alarm_place.organization_id is 'Organization.';
comment on column alarm_place.organization_name is 'Name of the organization.';
comment on column alarm_place.office_name is 'Name of the office.';
comment on column alarm_place.department_name is 'Name of the department.';
comment on column alarm_place.meter_name is 'Name of the meter.';
comment on column alarm_place.air_name is 'Name of the purifier.';
comment on column alarm_place.search is 'All names in lower case, separated by U+001F.';

comment on table alarm_kind is
  'What can be wrong, once for all alarms with the same texts: searches look here, and indexes of `alarm` hold its id. A trigger of `alarm` adds rows.';
comment on column alarm_kind.id is 'Hash of the texts, 53 bits.';
comment on column alarm_kind.category is 'Kind of subject.';
comment on column alarm_kind.severity is 'Severity.';
comment on column alarm_kind.code is 'Error code.';
comment on column alarm_kind.sensor_name is 'Name of the sensor.';
comment on column alarm_kind.description is 'Text in Korean.';
comment on column alarm_kind.description_en is 'Text in English.';
comment on column alarm_kind.search is 'All texts in lower case, separated by U+001F.';

comment on table alarm_rule is
  'When measured values raise an alarm. A rule of an organization replaces the rule of the installation with the same code.';
comment on column alarm_rule.id is 'Primary key.';
comment on column alarm_rule.organization_id is 'Organization; null for the installation.';
comment on column alarm_rule.code is 'Error code of the alarm.';
comment on column alarm_rule.sensor_type is 'Sensor type; null for all types without a rule of their own.';
comment on column alarm_rule.grade is 'The limit is the threshold of this grade on that day; null uses `bound`.';
comment on column alarm_rule.direction is 'Side of the limit on which the alarm is raised.';
comment on column alarm_rule.bound is 'Limit in the unit of the type; null uses `grade`.';
comment on column alarm_rule.release is
  'Value at which the condition ends, in the unit of the type. Null: 90 % of the limit, or 110 % of a lower one.';
comment on column alarm_rule.duration_min is
  'Minutes for which the value must be beyond the limit; 0 raises at once.';
comment on column alarm_rule.average is 'Whether single readings or a mean is compared.';
comment on column alarm_rule.use is '`N` switches the rule off.';
comment on column alarm_rule.created_time is 'Time of creation.';
comment on column alarm_rule.updated_time is 'Time of the last change.';
comment on column alarm_rule.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table alarm_setting is 'Alarm settings of an organization. Without a row the defaults hold.';
comment on column alarm_setting.organization_id is 'Organization to which the row belongs.';
comment on column alarm_setting.auto_clear is
  'Severities whose alarms clear themselves some time after their condition ended.';
comment on column alarm_setting.updated_time is 'Time of the last change.';
comment on column alarm_setting.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table alarm_state is 'Progress of the conditions on the values of a meter. A quiet meter has no row.';
comment on column alarm_state.meter_id is 'Meter.';
comment on column alarm_state.state is
  'Conditions that are not at rest, by channel and rule (`domain/alarm/condition`).';

-- Notifications ----------------------------------------------------------------------------------------------

comment on table notification_rule is 'Who is notified of which alarms of an organization, how and when.';
comment on column notification_rule.id is 'Primary key.';
comment on column notification_rule.organization_id is 'Organization to which the row belongs.';
comment on column notification_rule.name is 'Name, unique in the organization.';
comment on column notification_rule.severity is 'Least severe alarms that the rule covers.';
comment on column notification_rule.alarm_category is 'Kind of subject that the rule covers.';
comment on column notification_rule.channel is 'Way of delivery.';
comment on column notification_rule.recipients is
  'Mail addresses and logins as entered, separated by commas or line ends.';
comment on column notification_rule.url is 'Address of the webhook.';
comment on column notification_rule.secret is
  'Signing secret of the webhook, AES-256-GCM with the key of the data directory: nonce, tag, text.';
comment on column notification_rule.delivery is 'At once, or collected in a digest.';
comment on column notification_rule.digest_min is 'Minutes that a digest collects.';
comment on column notification_rule.quiet_from is 'Start of quiet hours, HH:MM in the time zone of the organization.';
comment on column notification_rule.quiet_to is 'End of quiet hours, HH:MM in the time zone of the organization.';
comment on column notification_rule.critical_passes is 'Whether critical alarms ignore quiet hours, `Y` or `N`.';
comment on column notification_rule.escalate_min is 'Minutes without acknowledgement until the next escalation step.';
comment on column notification_rule.escalate_to is 'Recipients of the escalation steps, one line for each step.';
comment on column notification_rule.message_language is 'Language of messages to receivers that are not users.';
comment on column notification_rule.use is '`N` switches the rule off.';
comment on column notification_rule.created_time is 'Time of creation.';
comment on column notification_rule.updated_time is 'Time of the last change.';
comment on column notification_rule.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table notification is
  'An alarm that a receiver was, is or will be notified of: the record of deliveries and the queue. Rows due for a target together become one message.';
comment on column notification.id is 'Primary key.';
comment on column notification.organization_id is 'Organization to which the row belongs.';
comment on column notification.rule_id is 'Rule that planned it.';
comment on column notification.alarm_id is 'Alarm.';
comment on column notification.step is '0 for the first notification, then the escalation step.';
comment on column notification.channel is 'Way of delivery.';
comment on column notification.receiver is 'Mail address or login; for a webhook its host.';
comment on column notification.target is
  'Groups rows into one message: a receiver of the organization, or the webhook of a rule.';
comment on column notification.state is
  'Progress. `DROPPED`: no longer needed, for example after an acknowledgement.';
comment on column notification.due_time is 'Time for which it was planned.';
comment on column notification.next_time is
  'Time of the next attempt. While a process sends it: the time from which another may try.';
comment on column notification.tries is 'Attempts so far.';
comment on column notification.last_error is 'Error of the last attempt.';
comment on column notification.message_id is 'Message in which it was or is sent.';
comment on column notification.sent_time is 'Time of delivery.';
comment on column notification.created_time is 'Time of creation.';
comment on column notification.version is 'Counts changes of the row.';
comment on column notification.opening is 'Value of `alarm.openings` for which it was planned.';
comment on column notification.claimed_until is
  'A process is sending it until this time at most; null when none is. A target has one message in flight at a time.';

comment on table notification_link is 'The one-time link in a mail that acknowledges its alarms.';
comment on column notification_link.token_hash is 'SHA-256 of the token in the link.';
comment on column notification_link.message_id is 'Message of the link: see `notification.message_id`.';
comment on column notification_link.organization_id is 'Organization to which the row belongs.';
comment on column notification_link.receiver is 'Mail address or login, as in `notification.receiver`.';
comment on column notification_link.expires_time is 'The link is invalid from this time.';
comment on column notification_link.address is
  'Mail address to which it was sent: a change of the address of the user ends the link. Null: sent by a version before 0032.';

comment on table push_subscription is
  'A browser in which a user receives notifications (RFC 8030). A trigger of `app_user` deletes rows when the user loses access.';
comment on column push_subscription.id is 'Primary key.';
comment on column push_subscription.user_id is 'User.';
comment on column push_subscription.endpoint_hash is 'Hash of `endpoint`, its key.';
comment on column push_subscription.endpoint is 'Address at the push service of the browser.';
comment on column push_subscription.p256dh is 'Public key of the browser, base64url.';
comment on column push_subscription.auth is 'Authentication secret of the browser, base64url.';
comment on column push_subscription.created_time is 'Time of creation.';
comment on column push_subscription.pushed_time is 'Last time that the push service accepted a message.';

-- Control ----------------------------------------------------------------------------------------------------

comment on table command is
  'A command to a purifier and its progress (adr 18). Commands outlive their subject, so nothing refers to other tables, and names are those of the time.';
comment on column command.id is 'Primary key.';
comment on column command.batch_id is
  'Groups commands of one request. A repeated request with the same id returns the same commands.';
comment on column command.organization_id is 'Organization to which the row belongs.';
comment on column command.meter_id is 'Meter that drives the purifier.';
comment on column command.purifier_id is 'Purifier.';
comment on column command.organization_name is 'Name at that time.';
comment on column command.office_name is 'Name at that time.';
comment on column command.department_name is 'Name at that time.';
comment on column command.meter_name is 'Name at that time.';
comment on column command.air_name is 'Name of the purifier at that time.';
comment on column command.origin is 'Who wanted it: a user, a timetable or the automatic mode.';
comment on column command.user_id is 'User, with origin `PERSON`.';
comment on column command.user_login is 'Login of that user at that time.';
comment on column command.ip is 'Client address of that user.';
comment on column command.command is 'What to change, such as POWER or FAN_SPEED (`domain/control/command`).';
comment on column command.action is 'The new value, such as ON, a number or a time of day.';
comment on column command.description is 'Note of the user, or the name of the timetable.';
comment on column command.state is
  'Progress. The role `devices` writes `SENT`; the role `work` ends a command by what is reported.';
comment on column command.refusal is 'Reason of a failure.';
comment on column command.before is 'State of the purifier at the request, as in `purifier_state`.';
comment on column command.after is 'State that confirmed the command, as in `purifier_state`.';
comment on column command.requested_time is 'Time of the request.';
comment on column command.expires_time is 'Without an answer until this time the command expires.';
comment on column command.sent_time is 'Time at which it was handed to the device.';
comment on column command.accepted_time is 'Time at which the device accepted it, by the clock of the server.';
comment on column command.accepted_device_time is 'The same time by the clock of the device.';
comment on column command.ended_time is 'Time of the final state; null while open.';

comment on table timetable is 'What purifiers do from week to week, by the clock of their organization.';
comment on column timetable.id is 'Primary key.';
comment on column timetable.organization_id is 'Organization to which the row belongs.';
comment on column timetable.name is 'Name, unique in the organization.';
comment on column timetable.week is 'Periods from Monday to Sunday (`domain/control/timetable`).';
comment on column timetable.exceptions is 'Days that differ from the week (`domain/control/timetable`).';
comment on column timetable.use is '`N` switches the timetable off.';
comment on column timetable.executed_until is 'Cursor: all actions up to this time were done or skipped.';
comment on column timetable.next_time is 'Time of the next action, by `next_zone`; null: to be computed.';
comment on column timetable.next_zone is 'Time zone with which `next_time` was computed.';
comment on column timetable.created_time is 'Time of creation.';
comment on column timetable.updated_time is 'Time of the last change.';
comment on column timetable.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table timetable_purifier is 'Purifiers of a timetable. A purifier has one timetable at most.';
comment on column timetable_purifier.purifier_id is 'Purifier.';
comment on column timetable_purifier.timetable_id is 'Timetable.';

comment on table timetable_run is 'What a timetable did at a time, or why it did not. Kept for 30 days.';
comment on column timetable_run.id is 'Primary key.';
comment on column timetable_run.timetable_id is 'Timetable.';
comment on column timetable_run.time is 'Planned time of the action.';
comment on column timetable_run.action is 'What was to be done.';
comment on column timetable_run.outcome is '`DONE` in time, `LATE`, or `SKIPPED`.';
comment on column timetable_run.batches is '`command.batch_id` of its commands.';
comment on column timetable_run.told is 'Purifiers that received a command.';
comment on column timetable_run.left_alone is 'Purifiers left out, such as those that a user switched by hand.';
comment on column timetable_run.waiting is 'Ids of purifiers that were not reachable yet.';
comment on column timetable_run.repeated is 'Ids of purifiers that received the command a second time.';

comment on table auto_mode is 'How a purifier runs by itself from the readings of its meter.';
comment on column auto_mode.purifier_id is 'Purifier.';
comment on column auto_mode.use is '`N` switches the automatic mode off.';
comment on column auto_mode.thresholds is
  'By sensor type, the values from which the fan runs WEAK, MEDIUM and STRONG: {"PM2.5": [15, 35, 75]}.';
comment on column auto_mode.override_min is
  'Minutes for which a command of a user takes precedence; null: until somebody switches back.';
comment on column auto_mode.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';
comment on column auto_mode.created_time is 'Time of creation.';
comment on column auto_mode.updated_time is 'Time of the last change.';
comment on column auto_mode.level is 'Fan level decided last; null before the first decision.';
comment on column auto_mode.level_since is 'Time of that decision.';
comment on column auto_mode.types is 'Rank and time of the newest value of each type (`domain/control/auto-mode`).';
comment on column auto_mode.revision is 'Counts changes of the decision.';
comment on column auto_mode.is_reached is 'Whether the purifier reports the decided level.';
comment on column auto_mode.asked_time is 'Last command for the decided level.';
comment on column auto_mode.tries is 'Commands without effect for the decided level.';
comment on column auto_mode.overridden_since is
  'Start of the precedence of a command of a user; null while there is none.';
comment on column auto_mode.overridden_until is 'End of that precedence; null when open.';

comment on table device_settings is
  'Settings of the automatic mode that were last sent to a device, for all its purifiers, and its answer.';
comment on column device_settings.meter_id is 'Meter of the device.';
comment on column device_settings.version is 'Number of the settings; the answer of the device names it.';
comment on column device_settings.sent is 'Purifiers as in `contract/protocol/message`.';
comment on column device_settings.sent_time is 'Time of sending.';
comment on column device_settings.state is 'Answer of the device.';
comment on column device_settings.refusal is 'Reason of a rejection.';
comment on column device_settings.answered_time is 'Time of the answer.';
comment on column device_settings.accepted is
  'Settings that the device accepted last, of this version or an earlier one.';

comment on table filter_replacement is
  'A replacement of a purifier filter, recorded by a user or derived from a counter that restarted.';
comment on column filter_replacement.id is 'Primary key.';
comment on column filter_replacement.purifier_id is 'Purifier.';
comment on column filter_replacement.filter is 'Number of the filter in the purifier.';
comment on column filter_replacement.time is 'Time of the replacement.';
comment on column filter_replacement.source is 'Who reported it.';
comment on column filter_replacement.user_id is 'User who recorded it; null for a device alone.';
comment on column filter_replacement.user_login is 'Login of that user at that time.';
comment on column filter_replacement.used_h is 'Hours for which the old filter was used.';
comment on column filter_replacement.before_h is 'Counter of the device before the replacement, in hours.';
comment on column filter_replacement.after_h is 'Counter of the device after the replacement, in hours.';

-- Screens ----------------------------------------------------------------------------------------------------

comment on table notice is 'A notice to the people of an organization.';
comment on column notice.id is 'Primary key.';
comment on column notice.organization_id is 'Organization to which the row belongs.';
comment on column notice.content is 'Text of several lines.';
comment on column notice.display_at_bottom is '`Y` shows it in the bottom line of the monitoring screen.';
comment on column notice.created_time is 'Time of creation.';
comment on column notice.updated_time is 'Time of the last change.';
comment on column notice.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

comment on table wall_display is
  'A read-only screen on a wall. Its link carries a token that opens this display and nothing else.';
comment on column wall_display.id is 'Primary key.';
comment on column wall_display.organization_id is 'Organization to which the row belongs.';
comment on column wall_display.name is 'Name, unique in the organization.';
comment on column wall_display.wall_level is 'Level of the places that it shows.';
comment on column wall_display.place_ids is
  'Ids of places of that level; empty for all. Deleted places are left out.';
comment on column wall_display.seconds is 'Seconds for each place.';
comment on column wall_display.language is 'Language of the display.';
comment on column wall_display.token_hash is 'SHA-256 of the token; null after the link was ended.';
comment on column wall_display.made_by is 'User who made the link.';
comment on column wall_display.last_seen_time is 'Last request of the display.';
comment on column wall_display.ended_time is 'Time at which the link was ended.';
comment on column wall_display.created_time is 'Time of creation.';
comment on column wall_display.updated_time is 'Time of the last change.';
comment on column wall_display.version is
  'Counts changes of the row. An editor sends the version that they saw, and an outdated one is refused.';

-- Operations -------------------------------------------------------------------------------------------------

comment on table audit is
  'Who changed registered data, with the values before and after; and who viewed or exported personal data. Rows outlive their subject. Views and exports (`registry/access-log.ts`) are one row per request, kept for two years.';
comment on column audit.id is 'Primary key.';
comment on column audit.time is 'Time of the action.';
comment on column audit.organization_id is 'Organization of the subject; null for the installation.';
comment on column audit.user_id is 'User; null for the command line.';
comment on column audit.user_login is 'Login of that user at that time.';
comment on column audit.ip is 'Client address.';
comment on column audit.action is 'Kind of action.';
comment on column audit.entity is 'Kind of subject, as in `domain/policy`.';
comment on column audit.entity_id is 'Id of the subject; null for a list.';
comment on column audit.before is 'Visible fields before the action; null when created or only read.';
comment on column audit.after is
  'Visible fields after the action; null when deleted. For views and exports: what was read and how many rows.';

comment on table migration is
  'Migrations applied to this database. The server refuses to start when a checksum differs.';
comment on column migration.number is 'Number in the file name.';
comment on column migration.name is 'File name without its ending.';
comment on column migration.checksum is 'SHA-256 of the text with LF line ends.';
comment on column migration.applied_time is 'Time of application.';

comment on table process is
  'A process that works for a role and reports once a second: the source of readiness. Empty after a crash of the database.';
comment on column process.supervisor_id is
  'Supervisor of the process. A restarted process replaces the row of the one before.';
comment on column process.role is 'Role of the process (adr 12).';
comment on column process.seen_time is 'Last report, by the clock of the database.';
comment on column process.problems is 'Codes of current problems; empty when healthy.';

comment on table feed is
  'What was stored or changed, for subscribers in all processes (adr 11). Written in the same transaction. A ring of four segments, of which the oldest is truncated.';
comment on column feed.segment is 'Partition of the ring.';
comment on column feed.lane is 'Shard by meter; 0 also holds what belongs to no single meter.';
comment on column feed.kind is 'Kind of entry (`feed/entry.ts`).';
comment on column feed.xid is 'Transaction that wrote it; part of the order.';
comment on column feed.seq is 'Sequence number; part of the order.';
comment on column feed.time is 'Time of writing.';
comment on column feed.data is 'Encoded entry (`feed/codec.ts`).';

comment on table feed_ring is 'One row: the current segment of the feed.';
comment on column feed_ring.only_row is 'Always true: keeps the table at one row.';
comment on column feed_ring.segment is 'Segment that is written now.';
comment on column feed_ring.since is 'Time at which it became current.';
comment on column feed_ring.horizon is 'Rows of transactions up to this one may be gone.';

comment on table feed_consumer is 'Cursor of a consumer of the feed on a lane, and the process that works it.';
comment on column feed_consumer.name is 'Consumer.';
comment on column feed_consumer.lane is 'Lane of the feed.';
comment on column feed_consumer.kinds is 'Kinds of entries that it reads.';
comment on column feed_consumer.xid is 'Transaction of the last entry that was handled.';
comment on column feed_consumer.seq is 'Sequence number of the last entry that was handled.';
comment on column feed_consumer.fence is
  'Raised when a process takes the lane: only the holder of the newest value may move the cursor.';
comment on column feed_consumer.holder is 'Process that works the lane; null when none.';
comment on column feed_consumer.until is 'The lease of the holder ends at this time.';
comment on column feed_consumer.skipped is 'Entries that were truncated before they were read.';
comment on column feed_consumer.failed is 'Entries that could not be handled and were passed.';

comment on table feed_member is 'Processes that work for a consumer, so that each takes its share of the lanes.';
comment on column feed_member.name is 'Consumer.';
comment on column feed_member.holder is 'Process.';
comment on column feed_member.until is 'The membership ends at this time unless it is renewed.';
