-- An error of the master may be out of use for all organizations; a process that does not know the column leaves it in use.
alter table master_error add column use text not null default 'Y' check (use in ('Y', 'N'));

-- Built-in errors could be deleted: without M001 no silent meter raises an alarm. Those that are missing come back, in use.
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
  ('METER', 'A004', 'WARNING', '공기질 매우 나쁨 10분 지속', 'Air quality very bad for 10 min'),
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
  ('AIR_PURIFIER', 'P015', 'INFO', '현장 조작 중', 'Local control'),
  ('AIR_PURIFIER', 'P016', 'MAJOR', '공기청정기가 고장 상태를 보고함', 'The purifier reports trouble')
  on conflict do nothing;
insert into organization_error (organization_id, master_error_id)
  select o.id, m.id from organization o cross join master_error m on conflict do nothing;
