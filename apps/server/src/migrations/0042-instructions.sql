-- An alarm says what to do and whom to call. Without a text of its own an organization has the product's.
alter table organization_error add column instruction text;
alter table organization_error add column instruction_en text;
alter table organization_error add column contact text;
alter table organization_error add column phone text;
comment on column organization_error.instruction is 'Korean text: what to do; null: the text of the product';
comment on column organization_error.instruction_en is 'English text; null: the Korean one where that is set, else the text of the product';
comment on column organization_error.contact is 'Name or role of the person to call; null: none';
comment on column organization_error.phone is 'Phone number of the contact';
