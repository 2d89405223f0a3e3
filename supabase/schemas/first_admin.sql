-- One-time links, each of which makes a user the first admin. A server without an admin logs such a
-- link when it starts.

create table public.first_admin_links (
  -- SHA-256 hash of the one-time link's token.
  token_hash bytea primary key,
  expires_at timestamptz not null
);

alter table public.first_admin_links enable row level security;
revoke all on public.first_admin_links from anon, authenticated;

-- Makes the caller the first admin and revokes all links for the first admin. Returns false if the
-- token is invalid or an admin exists. Raises account_needed if the caller is anonymous or the
-- account was deleted.
create function public.claim_first_admin(p_token text) returns boolean
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      if not public.is_permanent_user() or public.is_account_deleted() then
        raise exception using errcode = 'PT403', detail = 'account_needed',
          message = 'Please sign in with the account of the admin first';
      end if;
      -- Serializes concurrent calls that use the same link, so that the second call finds an
      -- admin and returns false.
      lock table public.first_admin_links in share row exclusive mode;
      if exists (select from public.profiles where is_admin) or not exists (
        select from public.first_admin_links
        where token_hash = sha256(convert_to(p_token, 'UTF8')) and expires_at > now()
      ) then
        return false;
      end if;
      delete from public.first_admin_links;
      insert into public.profiles (id, is_admin) values ((select auth.uid()), true)
      on conflict (id) do update set is_admin = true;
      perform public.record_admin_action(
        'user.grant_admin', 'user', (select auth.uid())::text, 'Link of the first start');
      return true;
    end
  $$;

revoke execute on function public.claim_first_admin from public, anon;
