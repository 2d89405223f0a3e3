create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  avatar_url text,
  bio text not null default '',
  -- `languages` are BCP 47 tags, such as "en" or "pt-BR".
  languages text[] not null default '{}',
  is_admin boolean not null default false,
  stripe_account_id text,
  stripe_onboarding_complete boolean not null default false,
  -- If the host's latest completed (paid or failed) bank payout failed, its creation time.
  -- Otherwise null.
  bank_refused_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint profiles_full_name_length check (char_length(full_name) <= 120),
  constraint profiles_avatar_url_length check (char_length(avatar_url) <= 2048),
  constraint profiles_bio_length check (char_length(bio) <= 1000),
  constraint profiles_languages_valid check (
    cardinality(languages) <= 12
    and array_to_string(languages, ',', '?') ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}(,|$))*$'
  ),
  constraint profiles_stripe_account_id_key unique (stripe_account_id)
);

comment on table public.profiles is
  'One row per user. The public part of a profile is in the view people.';
comment on column public.profiles.deleted_at is
  'When the account was deleted. Name, picture and payout account are removed.';

-- Operator settings that SQL functions read. The server copies them from environment variables when
-- it starts.
create table public.platform_settings (
  is_only_row boolean primary key default true,
  -- If true, a second factor is required for admins, and for hosts who change their payout account.
  second_factor_required boolean not null default false,
  constraint platform_settings_one_row check (is_only_row)
);

insert into public.platform_settings default values;

alter table public.platform_settings enable row level security;
revoke all on public.platform_settings from anon, authenticated;

-- Returns true if the session is at aal2 or the user has no verified second factor.
-- https://supabase.com/docs/guides/auth/auth-mfa
create function public.has_required_aal() returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) or not exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = (select auth.uid()) and mfa_factors.status = 'verified'
    )
  $$;

create function public.require_aal() returns void
  language plpgsql stable security definer set search_path = '' as $$
    begin
      if public.has_required_aal() then return; end if;
      raise exception using errcode = 'PT403', detail = 'second_factor_needed',
        message = 'Please sign in with your two-step verification code first';
    end
  $$;

-- Returns true for sessions at aal2. Also returns true for users without a second factor if the
-- platform does not require one.
create function public.is_assured() returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) or (
      not (select second_factor_required from public.platform_settings)
      and public.has_required_aal()
    )
  $$;

-- Returns true if the caller is an admin and is_assured returns true. A banned or signed-out admin
-- is refused at once, although the access token stays valid for up to an hour. Accepts a token
-- without a session, because only the project's own keys can sign one.
create function public.is_admin() returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.profiles
      where profiles.id = (select auth.uid()) and profiles.is_admin
        and not exists (
          select from auth.users where users.id = profiles.id and users.banned_until > now())
        and (auth.jwt() ->> 'session_id' is null or exists (
          select from auth.sessions
          where sessions.user_id = profiles.id and sessions.id::text = auth.jwt() ->> 'session_id'
            and (sessions.not_after is null or sessions.not_after > now())))
    ) and public.is_assured()
  $$;

-- Returns true for permanent accounts. Reads the user's row, because the `is_anonymous` claim of an
-- older access token stays true after sign-up.
create function public.is_permanent_user() returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from auth.users where id = (select auth.uid()) and not is_anonymous
    )
  $$;

-- Returns true if the caller's account was deleted. Access tokens of a deleted account stay valid
-- for up to an hour.
create function public.is_account_deleted() returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.profiles
      where profiles.id = (select auth.uid()) and profiles.deleted_at is not null
    )
  $$;

revoke execute on function public.has_required_aal from public, anon;
revoke execute on function public.is_assured from public, anon, authenticated;
revoke execute on function public.require_aal from public, anon, authenticated;
revoke execute on function public.is_permanent_user from public, anon;

alter table public.profiles enable row level security;

alter publication supabase_realtime add table public.profiles;

create policy "users read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "admins read every profile" on public.profiles
  for select to authenticated using ((select public.is_admin()));
create policy "users create their own profile, never as admin" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()) and not is_admin);
create policy "anonymous users have no profile" on public.profiles
  as restrictive for insert to authenticated with check ((select public.is_permanent_user()));
create policy "users update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "users with a second factor need it to create a profile" on public.profiles
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "users with a second factor need it to update a profile" on public.profiles
  as restrictive for update to authenticated using (true) with check ((select public.has_required_aal()));

-- Users may insert is_admin only as false and cannot update it. They cannot write the columns of
-- their Stripe account. Only the edge function `stripe-account` sets the Stripe account.
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant insert (id, full_name, avatar_url, bio, languages, is_admin)
on public.profiles to authenticated;
grant update (id, full_name, avatar_url, bio, languages) on public.profiles to authenticated;

create function public.create_profile_for_user() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      -- Does not copy the picture URL of an identity provider. Each page with the picture would
      -- reveal its visitors to that provider's server.
      insert into public.profiles (id, full_name)
      values (new.id, left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 120))
      on conflict (id) do nothing;
      return new;
    end
  $$;

create trigger create_profile_for_user
  after insert on auth.users
  for each row when (not new.is_anonymous)
  execute function public.create_profile_for_user();
create trigger create_profile_for_converted_user
  after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous)
  execute function public.create_profile_for_user();

create function public.refuse_foreign_avatar() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      perform public.require_own_images(array[new.avatar_url], 'profile-images');
      return new;
    end
  $$;

create trigger refuse_foreign_avatar
  before insert or update of avatar_url on public.profiles
  for each row execute function public.refuse_foreign_avatar();

create function public.refuse_update_of_deleted_profile() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      raise exception using errcode = 'PT403', detail = 'account_deleted',
        message = 'This account has been deleted';
    end
  $$;

create trigger refuse_update_of_deleted_profile
  before update on public.profiles
  for each row when (old.deleted_at is not null)
  execute function public.refuse_update_of_deleted_profile();

create function public.clear_payout_account_state() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      new.bank_refused_at := null;
      delete from public.host_account_reads where host_id = new.id;
      return new;
    end
  $$;

create trigger clear_payout_account_state
  before update of deleted_at on public.profiles
  for each row when (new.deleted_at is not null)
  execute function public.clear_payout_account_state();

-- Raises account_deleted or user_banned if the user's account was deleted or is banned. Access
-- tokens stay valid for up to an hour afterwards.
create function public.refuse_banned_user(p_user_id uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
    begin
      if exists (select from public.profiles where id = p_user_id and deleted_at is not null) then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      if exists (select from auth.users where id = p_user_id and banned_until > now()) then
        raise exception using errcode = 'PT403', detail = 'user_banned',
          message = 'This account is suspended';
      end if;
    end
  $$;

-- Rejects changes by a banned or deleted user. The server still changes rows of such a user.
create function public.refuse_banned_caller() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.refuse_banned_user((select auth.uid()));
      return coalesce(new, old);
    end
  $$;

create trigger refuse_banned_caller
  before update on public.profiles
  for each row when (auth.uid() is not null) execute function public.refuse_banned_caller();

-- Rejects rows of anonymous users, banned users and deleted accounts, even if the service role
-- inserts them. Locks the profile, so that a concurrent account deletion waits.
create function public.refuse_inactive_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      account_deleted_at timestamptz;
    begin
      if exists (select from auth.users where id = new.user_id and is_anonymous) then
        raise exception using errcode = 'PT403', detail = 'account_needed',
          message = 'Please enter your email address first';
      end if;
      select deleted_at into account_deleted_at from public.profiles
      where id = new.user_id for key share;
      if account_deleted_at is not null then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      -- Follows the check above, because a deleted account is also banned.
      perform public.refuse_banned_user(new.user_id);
      return new;
    end
  $$;

revoke execute on function
  public.create_profile_for_user, public.refuse_update_of_deleted_profile,
  public.clear_payout_account_state, public.refuse_banned_user, public.refuse_banned_caller,
  public.refuse_inactive_account
from public, anon, authenticated;
