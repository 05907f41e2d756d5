-- A person may be limited to places: a SUPER_ role to organizations, a LOCAL_ role to offices and departments.
alter table app_user add column limited text not null default 'N' check (limited in ('Y', 'N'));
comment on column app_user.limited is 'Whether the role counts only in the places of `user_place`; without rows there it counts nowhere.';

create table user_place (
  user_id integer not null references app_user on delete cascade,
  organization_id integer references organization on delete cascade,
  office_id integer references office on delete cascade,
  department_id integer references department on delete cascade,
  check (num_nonnulls(organization_id, office_id, department_id) = 1),
  unique nulls not distinct (user_id, organization_id, office_id, department_id)
);
create index user_place_by_organization on user_place (organization_id) where organization_id is not null;
create index user_place_by_office on user_place (office_id) where office_id is not null;
create index user_place_by_department on user_place (department_id) where department_id is not null;
comment on table user_place is 'places-and-people: Places to which a person is limited, one per row. A row goes with its place, so that the limit stays.';
comment on column user_place.user_id is 'The person.';
comment on column user_place.organization_id is 'An organization, for a person with a SUPER_ role.';
comment on column user_place.office_id is 'An office with all its departments, for a person with a LOCAL_ role.';
comment on column user_place.department_id is 'A department, for a person with a LOCAL_ role.';
