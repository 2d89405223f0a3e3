-- Data for which Supabase's `auth` schema has no tables. Database dumps may omit this schema.
create schema auth_internal;

-- Private keys are encrypted with a key derived from the server's secret. New tokens are signed with the
-- newest active key. An older key remains valid until all tokens that it signed have expired.
create table auth_internal.signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  encrypted_private_jwk text not null,
  created_at timestamptz not null default now(),
  -- Time from which the key signs tokens. By then, all verifiers have reloaded the key set (JWKS).
  active_at timestamptz not null default now(),
  retired_at timestamptz
);

-- Token buckets for rate limits. `full_at` is the time at which a bucket is full again. The table
-- is unlogged, so a crash of PostgreSQL resets all limits.
create unlogged table auth_internal.rate_limits (
  key text primary key,
  full_at timestamptz not null
);
create index rate_limits_full_at_idx on auth_internal.rate_limits (full_at);

create table auth_internal.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Trusted devices of users. A sign-in from any other browser causes an email to the user.
create table auth_internal.trusted_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

create table auth_internal.sso_oidc_providers (
  sso_provider_id uuid primary key references auth.sso_providers (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  encrypted_client_secret text,
  scopes text not null default 'openid email profile'
);

-- Time step of the last accepted TOTP code. Codes from this or earlier steps are replays.
create table auth_internal.totp_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  last_step bigint not null
);

-- Stores used SAML assertions until they expire, so that replays are rejected.
create table auth_internal.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);
create index saml_assertions_expires_at_idx on auth_internal.saml_assertions (expires_at);

-- Time at which the session created by a sign-in must end, if the identity provider has set one
-- (SAML SessionNotOnOrAfter).
create table auth_internal.flow_deadlines (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  session_not_after timestamptz not null
);

-- Creates a session. Returns null unless the user still has the email `p_email` and, if
-- `p_password` is not null, that password hash. With `p_refuse_new_browser`, also returns null for
-- a new browser. All names are schema-qualified, because `set search_path` would make the function
-- 10% slower.
create function auth_internal.open_session(
  p_user_id uuid, p_email text, p_password text, p_session_id uuid, p_not_after timestamptz,
  p_token text, p_method text, p_user_agent text, p_ip inet, p_entry json, p_device_hashes text[],
  p_refuse_new_browser boolean
) returns json
  language plpgsql as $$
    declare
      v_device_count bigint;
      v_is_new_browser boolean;
      v_authenticated_at timestamptz;
    begin
      -- Locks the user's row first, in the same order as account deletion, so that a user who is
      -- being deleted gets no new session.
      update auth.users set last_sign_in_at = now()
      where id = p_user_id and email is not distinct from p_email and deleted_at is null
        and (p_password is null or encrypted_password = p_password);
      if not found then return null; end if;

      -- Does not report the first browser of an account as new.
      select count(*), bool_or(starts_with(device_hash, 'browser:'))
          and not bool_or(device_hash = p_device_hashes[1]) and p_device_hashes <> '{}' and coalesce(p_email, '') <> ''
      into v_device_count, v_is_new_browser
      from auth_internal.trusted_devices where user_id = p_user_id;
      if p_refuse_new_browser and v_is_new_browser then return null; end if;

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
        insert into auth_internal.trusted_devices (user_id, device_hash)
        select p_user_id, unnest(p_device_hashes)
        on conflict (user_id, device_hash) do update set last_seen_at = now()
      )
      insert into auth.mfa_amr_claims (session_id, authentication_method)
      values (p_session_id, p_method)
      returning updated_at into v_authenticated_at;

      -- Deletes trusted devices except the current one and the 50 others used most recently.
      if v_device_count > 50 then
        delete from auth_internal.trusted_devices
        where user_id = p_user_id and device_hash in (
          select device_hash from auth_internal.trusted_devices
          where user_id = p_user_id and device_hash <> all (p_device_hashes)
          order by last_seen_at desc offset 50
        );
      end if;
      return json_build_object(
        'isNewBrowser', coalesce(v_is_new_browser, false),
        'authenticatedAt', extract(epoch from v_authenticated_at)::int
      );
    end
  $$;
revoke execute on function auth_internal.open_session(
  uuid, text, text, uuid, timestamptz, text, text, text, inet, json, text[], boolean
) from public;
