-- The public page of an organization, and the certificate that published values of a meter must name by law.
alter table organization add public_slug text unique check (public_slug ~ '^[A-Za-z0-9_-]{22}$');
comment on column organization.public_slug is 'Random part of the address of its public page; null: the page is off.';

alter table meter
  add certificate_grade text check (certificate_grade in ('GRADE_1', 'GRADE_2', 'GRADE_3', 'OUT')),
  add certificate_number text,
  add certificate_until date;
comment on column meter.certificate_grade is 'Performance grade of a simple meter; OUT: tested, out of grade; null: no certificate known.';
comment on column meter.certificate_number is 'Number of the performance certificate.';
comment on column meter.certificate_until is 'Last day on which the performance certificate is valid.';
