-- The usual refresh in one statement: the token presented is the active one, and its successor is
-- known beforehand. False when it is not, or no longer: the caller then looks closer, under a lock.
create function auth_internal.rotate_refresh_token(
  p_session_id uuid, p_user_id text, p_presented text, p_next text, p_counter integer,
  p_user_agent text, p_ip inet
) returns boolean
  language plpgsql set search_path = '' set lock_timeout = '5s'
  as $$
    begin
      -- Its row is locked first, as everywhere: requests for one session come one after the other.
      update auth.sessions
      set refreshed_at = now(), updated_at = now(), user_agent = p_user_agent, ip = p_ip
      where id = p_session_id;
      -- Nothing is there yet by the successor's name, unless an older token was swapped for it.
      insert into auth.refresh_tokens (token, user_id, session_id, parent, counter)
      select p_next, p_user_id, p_session_id, p_presented, p_counter
      from auth.refresh_tokens
      where token = p_presented and session_id = p_session_id and not revoked
      on conflict (token) do nothing;
      if not found then return false; end if;
      update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
      where token = p_presented;
      return true;
    end
  $$;
