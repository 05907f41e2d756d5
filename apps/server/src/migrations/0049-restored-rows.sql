-- A kept row may be older than columns that were added meanwhile, and generated columns cannot be written.
create function restore_row(tab text, content jsonb) returns integer language plpgsql as $$
declare
  names text;
begin
  select string_agg(format('%I', attname), ', ' order by attnum) into names from pg_attribute
  where attrelid = tab::regclass and attnum > 0 and not attisdropped and attgenerated = '' and content ? attname::text;
  execute format('insert into %1$I (%2$s) overriding system value select %2$s from jsonb_populate_record(null::%1$I, $1)',
    tab, names) using content;
  return (content->>'id')::integer;
end $$;
comment on function restore_row(text, jsonb) is
  'Inserts a kept row; columns that it does not have get their defaults. Returns its id, if it has one.';
