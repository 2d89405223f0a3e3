-- A session opened in one statement, for an account that is still what it was when its holder was
-- asked to prove themselves: by its address and, where `p_password` is given, by its stored password.
-- Null when it is not. `p_seen` is the browser, and what else it is known by: where that would have to
-- be told to the owner and `p_is_quiet` is set, nothing is done and null comes back as well.
-- Names are written out, as in `refresh_session`.
create function auth_internal.open_session(
  p_user_id uuid, p_email text, p_password text, p_session_id uuid, p_not_after timestamptz,
  p_token text, p_method text, p_user_agent text, p_ip inet, p_entry json, p_seen text[],
  p_is_quiet boolean
) returns json
  language plpgsql
  as $$
    declare
      v_is_new_browser boolean;
      v_proven_at timestamptz;
    begin
      -- The account's row comes before those of its sessions: whoever deletes an account locks in the
      -- same order, and neither overlooks the other.
      perform from auth.users
      where id = p_user_id and email is not distinct from p_email and deleted_at is null
        and (p_password is null or encrypted_password = p_password)
      for no key update;
      if not found then return null; end if;

      -- The first browser of an account is nothing to tell.
      select count(*) > 0 and not bool_or(device_hash = p_seen[1]) into v_is_new_browser
      from auth_internal.known_devices
      where user_id = p_user_id and device_hash like 'browser:%';
      v_is_new_browser := v_is_new_browser and p_seen <> '{}' and coalesce(p_email, '') <> '';
      if p_is_quiet and v_is_new_browser then return null; end if;

      update auth.users set last_sign_in_at = now() where id = p_user_id;
      update auth.identities set last_sign_in_at = now()
      where user_id = p_user_id and provider = 'email';
      insert into auth.sessions (id, user_id, aal, not_after, user_agent, ip)
      values (p_session_id, p_user_id, 'aal1', p_not_after, p_user_agent, p_ip);
      insert into auth.refresh_tokens (token, user_id, session_id, counter)
      values (p_token, p_user_id, p_session_id, 1);
      insert into auth.mfa_amr_claims (session_id, authentication_method)
      values (p_session_id, p_method)
      returning updated_at into v_proven_at;
      insert into auth.audit_log_entries (payload, ip_address)
      values (p_entry, coalesce(host(p_ip), ''));

      insert into auth_internal.known_devices (user_id, device_hash)
      select p_user_id, unnest(p_seen)
      on conflict (user_id, device_hash) do update set last_seen_at = now();
      -- Of the others those seen last are kept.
      delete from auth_internal.known_devices
      where user_id = p_user_id and device_hash in (
        select device_hash from auth_internal.known_devices
        where user_id = p_user_id and device_hash <> all (p_seen)
        order by last_seen_at desc offset 50
      );
      return json_build_object(
        'isNewBrowser', v_is_new_browser, 'provenAt', extract(epoch from v_proven_at)::int
      );
    end
  $$;
revoke execute on function auth_internal.open_session(
  uuid, text, text, uuid, timestamptz, text, text, text, inet, json, text[], boolean
) from public;
