-- Master sensors and errors of the installation, and what each organization says of them. The thresholds of both stand in
-- `standard`, which keeps the day from which they hold.

create table master_sensor (
  id integer generated always as identity primary key,
  type text not null unique,
  code text not null unique,
  category text not null check (category in ('PARTICLE', 'GAS', 'CLIMATE')),
  model text,
  description text,
  description_en text,
  -- In the type's unit: thresholds lie within.
  range_min double precision not null,
  range_max double precision not null,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  check (range_min < range_max)
);

-- Each organization has a row for each master sensor; null is what the master says.
create table organization_sensor (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  master_sensor_id integer not null references master_sensor on delete cascade,
  name text,
  model text,
  description text,
  use text not null default 'Y' check (use in ('Y', 'N')),
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, master_sensor_id)
);

create table master_error (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
  device_group text not null check (device_group in ('METER', 'AIR_PURIFIER')),
  severity text not null check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO')),
  description text not null,
  description_en text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1
);

-- Each organization has a row for each master error; null is what the master says.
create table organization_error (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  master_error_id integer not null references master_error on delete cascade,
  use text not null default 'Y' check (use in ('Y', 'N')),
  severity text check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO')),
  description text,
  created_time timestamptz not null default now(),
  updated_time timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, master_error_id)
);
create index organization_error_by_master on organization_error (master_error_id);

-- Without bounds it is the end of thresholds of one's own: from that day on what lies above holds again, the master's for an
-- organization, the defaults for the master.
alter table standard alter column bounds drop not null;

-- A change of the installation belongs to no organization.
alter table audit alter column organization_id drop not null;

insert into master_sensor (type, code, category, range_min, range_max, description, description_en) values
  ('PM10', 'PM10', 'PARTICLE', 0, 1000,
   '한국 대기질 등급(좋음 30, 보통 80, 나쁨 150 µg/m³)을 따르고, 좋음을 둘로 나누어 15 이하를 매우 좋음으로 둡니다. 실내공기질 관리법 유지기준은 시설에 따라 75, 100, 200 µg/m³(2022년), WHO 2021 권고는 24시간 45 µg/m³입니다.',
   'Follows the Korean grades (good 30, normal 80, bad 150 µg/m³); their good is split, up to 15 is very good. Indoor Air Quality Control Act, as of 2022: 75, 100 or 200 µg/m³ by facility. WHO 2021: 45 µg/m³ over 24 h.'),
  ('PM2.5', 'PM25', 'PARTICLE', 0, 1000,
   '한국 대기질 등급(좋음 15, 보통 35, 나쁨 75 µg/m³)을 따르고, 좋음을 둘로 나누어 8 이하를 매우 좋음으로 둡니다. 실내공기질 관리법 유지기준은 시설에 따라 35, 50 µg/m³(2022년)이며 도서관, 박물관, 대규모점포, 학원은 2026-01-01부터 40입니다. WHO 2021 권고는 24시간 15 µg/m³입니다.',
   'Follows the Korean grades (good 15, normal 35, bad 75 µg/m³); their good is split, up to 8 is very good. Indoor Air Quality Control Act, as of 2022: 35 or 50 µg/m³ by facility; 40 since 2026-01-01 for libraries, museums, large stores and academies. WHO 2021: 15 µg/m³ over 24 h.'),
  ('PM1.0', 'PM1', 'PARTICLE', 0, 1000,
   '법정 기준이 없어 PM2.5의 기준을 그대로 씁니다.',
   'No legal limit is known; the thresholds of PM2.5 are used.'),
  ('CO2', 'CO2', 'GAS', 0, 10000,
   '실내공기질 관리법 유지기준 1000 ppm(2022년)을 나쁨의 시작으로 둡니다. 학교보건법은 1000 ppm, 기계 환기 시설은 1500 ppm입니다.',
   'Bad begins at the limit of the Indoor Air Quality Control Act, 1000 ppm as of 2022. School Health Act: 1000 ppm, 1500 with mechanical ventilation.'),
  ('TEMPERATURE', 'TEMP', 'CLIMATE', -40, 125,
   '쾌적 20~26 °C. 학교보건법의 교실 온도는 18~28 °C입니다. 등급과 지수에는 들지 않습니다.',
   'Comfortable from 20 to 26 °C. School Health Act: 18 to 28 °C. It is no grade and does not count in the index.'),
  ('HUMIDITY', 'HUMI', 'CLIMATE', 0, 100,
   '쾌적 40~60 %. 학교보건법의 교실 습도는 30~80 %입니다. 등급과 지수에는 들지 않습니다.',
   'Comfortable from 40 to 60 %. School Health Act: 30 to 80 %. It is no grade and does not count in the index.'),
  ('HCHO', 'HCHO', 'GAS', 0, 5,
   '실내공기질 관리법 유지기준(2022년)은 의료기관, 어린이집, 노인요양시설, 산후조리원 80 µg/m³(0.08 mg/m³), 그 밖의 다중이용시설 100 µg/m³(0.1 mg/m³)입니다. 이 두 값이 나쁨과 매우 나쁨의 시작입니다.',
   'Indoor Air Quality Control Act, as of 2022: 80 µg/m³ (0.08 mg/m³) for medical, day care, elderly care and postnatal facilities, 100 µg/m³ (0.1 mg/m³) for others. Bad and very bad begin there.');

insert into master_error (device_group, code, severity, description, description_en) values
  ('METER', 'M001', 'CRITICAL', '통신 없음', 'No communication'),
  ('METER', 'M002', 'CRITICAL', '센서 치명적 고장', 'Sensor fatal'),
  ('METER', 'M003', 'MAJOR', '먼지 센서 팬 고장', 'PM fan failure'),
  ('METER', 'M004', 'MAJOR', '먼지 센서 레이저 고장', 'PM laser failure'),
  ('METER', 'M005', 'MAJOR', 'CO₂ 센서 고장', 'CO₂ sensor failure'),
  ('METER', 'M006', 'MAJOR', '온습도 센서 고장', 'Temperature and humidity sensor failure'),
  ('METER', 'M007', 'MAJOR', 'HCHO 센서 고장', 'HCHO sensor failure'),
  ('METER', 'M008', 'MINOR', '측정값 범위 벗어남', 'Value out of range'),
  ('METER', 'M009', 'MINOR', '측정값 60분 동안 변화 없음', 'Value stuck for 60 min'),
  ('METER', 'M010', 'WARNING', '먼지 센서 팬 속도 이상', 'PM fan speed off'),
  ('METER', 'M011', 'WARNING', 'CO₂ 기준선 이동(7일 최솟값이 600 초과 또는 380 미만)', 'CO₂ baseline drift (7-day minimum above 600 or below 380)'),
  ('METER', 'M012', 'WARNING', '시계 오차 5분 초과', 'Clock off by more than 5 min'),
  ('METER', 'M013', 'WARNING', '신호 약함', 'Weak signal'),
  ('METER', 'M014', 'INFO', '예열 중', 'Warming up'),
  ('METER', 'M015', 'INFO', '재시작함', 'Restarted'),
  ('METER', 'M016', 'INFO', '자체 청소 중', 'Self-cleaning'),
  ('METER', 'A001', 'MAJOR', '공기질 매우 나쁨 2시간 지속', 'Air quality very bad for 2 h'),
  ('METER', 'A002', 'MINOR', '공기질 나쁨 2시간 지속', 'Air quality bad for 2 h'),
  ('METER', 'A003', 'WARNING', '24시간 평균이 시설 유지기준 초과', 'Above the limit of the facility over 24 h'),
  ('AIR_PURIFIER', 'P001', 'CRITICAL', '통신 없음', 'No communication'),
  ('AIR_PURIFIER', 'P002', 'CRITICAL', '팬 모터 멈춤', 'Fan motor stuck'),
  ('AIR_PURIFIER', 'P003', 'MAJOR', '과열 또는 전원 이상', 'Over-temperature or power'),
  ('AIR_PURIFIER', 'P004', 'MAJOR', '명령이 확인되지 않음', 'Command not confirmed'),
  ('AIR_PURIFIER', 'P005', 'MAJOR', 'UV 램프 고장', 'UV lamp failure'),
  ('AIR_PURIFIER', 'P006', 'MAJOR', '이온 발생기 고장', 'Ioniser failure'),
  ('AIR_PURIFIER', 'P007', 'MAJOR', '먼지 센서 연결 끊김', 'Dust sensor lost'),
  ('AIR_PURIFIER', 'P008', 'MINOR', '온습도 센서 이상', 'Temperature and humidity sensor'),
  ('AIR_PURIFIER', 'P009', 'MINOR', '덮개 또는 필터 빠짐', 'Cover or filter removed'),
  ('AIR_PURIFIER', 'P010', 'WARNING', '필터 교체 시기 지남', 'Filter expired'),
  ('AIR_PURIFIER', 'P011', 'INFO', '필터 교체 임박(10 % 이하)', 'Filter due (10 % or less)'),
  ('AIR_PURIFIER', 'P012', 'WARNING', '프리필터 청소 필요', 'Pre-filter cleaning'),
  ('AIR_PURIFIER', 'P013', 'WARNING', '가동 중이나 먼지가 줄지 않음', 'Running, but PM is not falling'),
  ('AIR_PURIFIER', 'P014', 'INFO', '어린이 잠금', 'Child lock'),
  ('AIR_PURIFIER', 'P015', 'INFO', '현장 조작 중', 'Local control');

insert into organization_sensor (organization_id, master_sensor_id)
  select o.id, m.id from organization o cross join master_sensor m;
insert into organization_error (organization_id, master_error_id)
  select o.id, m.id from organization o cross join master_error m;
