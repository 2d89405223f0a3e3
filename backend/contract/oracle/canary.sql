-- Canary rows for the fuzz test: no response to `anon` or a user may contain their values
-- (%marker%, %number%). Drops contract.fail, because it causes a 5xx on purpose and the test counts
-- every 5xx as a failure.
drop function contract.fail;
create schema secret;
grant usage on schema secret to anon, authenticated, service_role;
create sequence secret.calls;
create table secret.vault (
  id int primary key, film_id int references contract.films, word text, amount bigint);
insert into secret.vault values (1, 1, '%marker%', %number%);
create function secret.canary() returns text language plpgsql security definer as $$
  begin perform nextval('secret.calls'); return (select word from secret.vault); end $$;
grant all on all tables in schema secret to anon, authenticated, service_role;
grant execute on function secret.canary to anon, authenticated, service_role;

create table contract.notes (
  id int primary key,
  film_id int references contract.films,
  owner_id uuid not null default auth.uid(),
  text text not null,
  amount bigint not null default 0
);
alter table contract.notes enable row level security;
create policy "people have their own notes" on contract.notes for all to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create table contract.note_readers (
  note_id int references contract.notes, person_id int references contract.people, label text,
  primary key (note_id, person_id)
);
alter table contract.note_readers enable row level security;
create view contract.note_cards with (security_invoker = true) as
  select id, film_id, text, amount from contract.notes;
create function contract.notes_of(contract.films) returns setof contract.notes
  language sql stable as $$ select * from contract.notes where film_id = $1.id $$;
create function contract.notes_like(pattern text) returns setof contract.notes
  language sql stable as $$ select * from contract.notes where text like pattern $$;

insert into contract.notes values
  (1, 1, '00000000-0000-4000-8000-00000000000a', 'my own', 5),
  (2, 1, '00000000-0000-4000-8000-00000000000b', '%marker%', %number%);
insert into contract.note_readers values (1, 3, 'x %marker%'), (2, 4, '%marker%');
insert into contract.diaries (owner_id, entry) values ('00000000-0000-4000-8000-00000000000b', 'dear %marker%');
insert into contract.letterbox (letter) values ('%marker%');
update contract.accounts set pin = '%marker%';
grant all on contract.notes, contract.note_readers, contract.note_cards to anon, authenticated, service_role;
grant execute on all functions in schema contract to anon, authenticated, service_role;
notify pgrst, 'reload schema';
