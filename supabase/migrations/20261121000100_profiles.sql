-- People. A profile stands beside each account of `auth.users` and is made with it.

create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  avatar_url text,
  is_admin boolean not null default false,
  stripe_account_id text,
  stripe_onboarding_complete boolean not null default false,
  created_at timestamptz not null default now(),
  constraint profiles_full_name_length check (char_length(full_name) <= 120),
  constraint profiles_avatar_url_length check (char_length(avatar_url) <= 2048),
  constraint profiles_stripe_account_id_key unique (stripe_account_id)
);

comment on table public.profiles is
  'One row a person. What others may see of a person is in the view people.';

create function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.profiles
      where profiles.id = (select auth.uid()) and profiles.is_admin
    )
  $$;

alter table public.profiles enable row level security;

create policy "people read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "admins read every profile" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "people create their own profile, never as admin" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()) and not is_admin);
create policy "people update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Withheld on purpose: is_admin (only ever set in the database) and the Stripe account, which the
-- function `stripe-account` writes after asking Stripe.
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant insert (id, full_name, avatar_url, is_admin) on public.profiles to authenticated;
grant update (id, full_name, avatar_url) on public.profiles to authenticated;

create function public.create_profile_for_user() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
    begin
      insert into public.profiles (id, full_name, avatar_url)
      values (
        new.id,
        left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 120),
        left(new.raw_user_meta_data ->> 'avatar_url', 2048)
      )
      on conflict (id) do nothing;
      return new;
    end
  $$;

revoke execute on function public.create_profile_for_user() from public, anon, authenticated;

create trigger create_profile_for_user
  after insert on auth.users
  for each row execute function public.create_profile_for_user();
