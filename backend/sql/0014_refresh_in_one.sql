-- The usual refresh in one statement: the token presented is the active one of a session that goes
-- on, and its successor follows from it. Null when it is not: the caller then looks closer, under a
-- lock. Names are written out, as a search path of its own costs a function called this often a tenth.
drop function auth_internal.rotate_refresh_token;
create function auth_internal.refresh_session(
  p_presented text, p_next text, p_user_agent text, p_ip inet,
  p_timebox interval, p_inactivity interval
) returns uuid
  language plpgsql
  as $$
    declare
      v_session_id uuid;
    begin
      -- Its row is locked first, as everywhere: requests for one session come one after the other.
      update auth.sessions s
      set refreshed_at = now(), updated_at = now(), user_agent = p_user_agent, ip = p_ip
      where s.id = (
          select t.session_id from auth.refresh_tokens t where t.token = p_presented and not t.revoked
        )
        and (s.not_after is null or s.not_after > now())
        and (p_timebox is null or s.created_at > now() - p_timebox)
        and (p_inactivity is null or coalesce(s.refreshed_at, s.created_at) > now() - p_inactivity)
        and not exists (
          select from auth.users u where u.id = s.user_id and u.banned_until > now()
        )
      returning s.id into v_session_id;
      if v_session_id is null then return null; end if;
      -- Whoever waited for the lock may find the token used up.
      insert into auth.refresh_tokens (token, user_id, session_id, parent, counter)
      select p_next, t.user_id, t.session_id, t.token, t.counter + 1
      from auth.refresh_tokens t
      where t.token = p_presented and not t.revoked
      on conflict (token) do nothing;
      if not found then return null; end if;
      update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
      where token = p_presented;
      return v_session_id;
    end
  $$;
