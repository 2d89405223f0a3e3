/** Benchmark tables: spaces with reviews, readable by every role, and private notes. */
export const tablesIn = (schema: string) => `
  create table ${schema}.spaces (
    id int primary key, owner_id uuid not null, title text not null, description text not null,
    price numeric not null, created_at timestamptz not null default now());
  create table ${schema}.reviews (
    id int generated always as identity primary key,
    space_id int not null references ${schema}.spaces, rating int not null, body text not null);
  create index on ${schema}.reviews (space_id);
  create table ${schema}.notes (
    id bigint generated always as identity primary key, owner_id uuid not null, body text not null);
  create index on ${schema}.spaces (created_at desc);
  alter table ${schema}.spaces enable row level security;
  alter table ${schema}.reviews enable row level security;
  alter table ${schema}.notes enable row level security;
  create policy "everybody reads" on ${schema}.spaces for select using (true);
  create policy "everybody reads" on ${schema}.reviews for select using (true);
  create policy "people write their own" on ${schema}.notes for insert to authenticated
    with check (owner_id = (select (current_setting('request.jwt.claims')::jsonb ->> 'sub')::uuid));
  grant usage on schema ${schema} to anon, authenticated, service_role;
  grant select on ${schema}.spaces, ${schema}.reviews to anon, authenticated;
  grant insert on ${schema}.notes to authenticated;`

export const spaceCount = 2000

export const rowsIn = (schema: string) => `
  insert into ${schema}.spaces
    select n, '00000000-0000-0000-0000-00000000000a', 'Space ' || n,
      repeat('bright and quiet ', 20), n, now() - n * interval '1 min'
    from generate_series(1, ${spaceCount}) n;
  insert into ${schema}.reviews (space_id, rating, body)
    select 1 + n % ${spaceCount}, 1 + n % 5, repeat('good ', 20)
    from generate_series(1, 5 * ${spaceCount}) n;
  analyze ${schema}.spaces, ${schema}.reviews;`

/** Claims of the access token in every measured request. */
export const claims = { role: 'authenticated', sub: '00000000-0000-0000-0000-00000000000a' }
