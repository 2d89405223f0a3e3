-- Guests who never became anybody: an account that nobody has used for a month, and that nothing hangs
-- on, is removed. What people leave behind stands beside their profile, and a guest has none.

-- Removes at most `p_limit` of them, the oldest first, and answers how many. Skips whoever is locked:
-- that guest is just becoming somebody.
create function public.remove_forgotten_guests(p_limit integer default 200) returns integer
  language plpgsql security definer set search_path = ''
  as $$
    declare
      long_ago constant timestamptz := now() - interval '30 days';
      removed integer;
    begin
      with forgotten as (
        select id from auth.users
        where is_anonymous and created_at < long_ago
          and coalesce(last_sign_in_at, created_at) < long_ago
          and not exists (select from public.profiles where profiles.id = users.id)
          and not exists (select from auth.identities where identities.user_id = users.id)
          and not exists (select from storage.objects where objects.owner_id = users.id::text)
          and not exists (
            select from auth.sessions
            where sessions.user_id = users.id and sessions.updated_at >= long_ago
          )
        order by created_at
        limit p_limit
        for update skip locked
      )
      delete from auth.users using forgotten where users.id = forgotten.id;
      get diagnostics removed = row_count;
      return removed;
    end
  $$;
revoke execute on function public.remove_forgotten_guests from public, anon, authenticated;
grant execute on function public.remove_forgotten_guests to service_role;
