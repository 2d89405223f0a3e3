-- As in 0018, in fewer steps. Where nothing is done and null comes back, the account may have noted that
-- its holder was here: they were, as what they proved themselves by was looked at.
create or replace function auth_internal.open_session(
  p_user_id uuid, p_email text, p_password text, p_session_id uuid, p_not_after timestamptz,
  p_token text, p_method text, p_user_agent text, p_ip inet, p_entry json, p_seen text[],
  p_is_quiet boolean
) returns json
  language plpgsql
  as $$
    declare
      v_known bigint;
      v_is_new_browser boolean;
      v_proven_at timestamptz;
    begin
      -- The account's row comes before those of its sessions: whoever deletes an account locks in the
      -- same order, and neither overlooks the other.
      update auth.users set last_sign_in_at = now()
      where id = p_user_id and email is not distinct from p_email and deleted_at is null
        and (p_password is null or encrypted_password = p_password);
      if not found then return null; end if;

      -- The first browser of an account is nothing to tell.
      select count(*), bool_or(starts_with(device_hash, 'browser:'))
          and not bool_or(device_hash = p_seen[1]) and p_seen <> '{}' and coalesce(p_email, '') <> ''
      into v_known, v_is_new_browser
      from auth_internal.known_devices where user_id = p_user_id;
      if p_is_quiet and v_is_new_browser then return null; end if;

      update auth.identities set last_sign_in_at = now()
      where user_id = p_user_id and provider = 'email';
      with session as (
        insert into auth.sessions (id, user_id, aal, not_after, user_agent, ip)
        values (p_session_id, p_user_id, 'aal1', p_not_after, p_user_agent, p_ip)
      ), token as (
        insert into auth.refresh_tokens (token, user_id, session_id, counter)
        values (p_token, p_user_id, p_session_id, 1)
      ), entry as (
        insert into auth.audit_log_entries (payload, ip_address)
        values (p_entry, coalesce(host(p_ip), ''))
      ), device as (
        insert into auth_internal.known_devices (user_id, device_hash)
        select p_user_id, unnest(p_seen)
        on conflict (user_id, device_hash) do update set last_seen_at = now()
      )
      insert into auth.mfa_amr_claims (session_id, authentication_method)
      values (p_session_id, p_method)
      returning updated_at into v_proven_at;

      -- Of the others those seen last are kept.
      if v_known > 50 then
        delete from auth_internal.known_devices
        where user_id = p_user_id and device_hash in (
          select device_hash from auth_internal.known_devices
          where user_id = p_user_id and device_hash <> all (p_seen)
          order by last_seen_at desc offset 50
        );
      end if;
      return json_build_object(
        'isNewBrowser', coalesce(v_is_new_browser, false),
        'provenAt', extract(epoch from v_proven_at)::int
      );
    end
  $$;
