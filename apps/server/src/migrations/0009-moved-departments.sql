-- A department moves to another office of its organization, and its meters go along.
alter table meter drop constraint meter_organization_id_office_id_department_id_fkey;
alter table meter add foreign key (organization_id, office_id, department_id)
  references department (organization_id, office_id, id) on update cascade on delete cascade;
