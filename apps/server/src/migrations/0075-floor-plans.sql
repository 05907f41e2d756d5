create table floor_plan (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  office_id integer not null references office on delete cascade,
  name text not null,
  format text not null check (format in ('PNG', 'JPEG', 'WEBP')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  image bytea not null,
  image_version integer not null default 1,
  version integer not null default 1
);
create index on floor_plan (organization_id);
create unique index floor_plan_folded_name on floor_plan (office_id, folded_name(name));
comment on table floor_plan is 'places-and-people: Plans of the floors of an office.';
comment on column floor_plan.id is 'Number of the plan.';
comment on column floor_plan.organization_id is 'Organization of the office.';
comment on column floor_plan.office_id is 'Office whose floor it shows.';
comment on column floor_plan.name is 'Name of the floor.';
comment on column floor_plan.format is 'Format of the image.';
comment on column floor_plan.width is 'Width of the image in pixels.';
comment on column floor_plan.height is 'Height of the image in pixels.';
comment on column floor_plan.image is 'The image, without anything that a picture does not need.';
comment on column floor_plan.image_version is 'How often the image was replaced, from 1.';
comment on column floor_plan.version is 'How often the plan was changed, from 1.';

create table floor_plan_pin (
  plan_id integer not null references floor_plan on delete cascade,
  meter_id integer not null references meter on delete cascade,
  x double precision not null check (x between 0 and 1),
  y double precision not null check (y between 0 and 1),
  primary key (plan_id, meter_id)
);
create index on floor_plan_pin (meter_id);
comment on table floor_plan_pin is 'places-and-people: Places of meters on floor plans.';
comment on column floor_plan_pin.plan_id is 'Plan.';
comment on column floor_plan_pin.meter_id is 'Meter.';
comment on column floor_plan_pin.x is 'Distance from the left edge, as a part of the width.';
comment on column floor_plan_pin.y is 'Distance from the upper edge, as a part of the height.';
