-- my_sessions and my_security_events run in UTC, because some timestamps in Supabase's schema
-- `auth` have no time zone.

create function public.my_sessions()
  returns table (
    id uuid, created_at timestamptz, last_used_at timestamptz,
    user_agent text, ip text, aal text, is_current boolean
  )
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
    begin
      perform public.require_aal();
      return query
        select sessions.id, sessions.created_at::timestamptz,
          coalesce(sessions.refreshed_at::timestamptz, sessions.created_at::timestamptz),
          sessions.user_agent, host(sessions.ip), sessions.aal::text,
          sessions.id::text is not distinct from auth.jwt() ->> 'session_id'
        from auth.sessions
        where sessions.user_id = (select auth.uid())
          and (sessions.not_after is null or sessions.not_after::timestamptz > now())
        order by 7 desc, 3 desc, sessions.id;
    end
  $$;

-- Revokes another session of the caller. Also cancels the caller's pending changes of email, phone
-- and identities, because an attacker may have started them in that session. Raises current_session
-- or session_not_found.
create function public.end_session(p_session_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      if p_session_id::text is not distinct from auth.jwt() ->> 'session_id' then
        raise exception using errcode = 'PT409', detail = 'current_session',
          message = 'To end this session, sign out';
      end if;
      -- Locks the user before the sessions, like the auth service, so that no pending email or
      -- phone change can complete concurrently.
      perform 1 from auth.users where users.id = (select auth.uid()) for no key update;
      delete from auth.sessions
      where sessions.id = p_session_id and sessions.user_id = (select auth.uid());
      if not found then
        raise exception using errcode = 'PT404', detail = 'session_not_found',
          message = 'This session has already ended';
      end if;
      delete from auth.flow_state where flow_state.linking_target_id = (select auth.uid());
      delete from auth.one_time_tokens
      where one_time_tokens.user_id = (select auth.uid()) and one_time_tokens.token_type in
        ('email_change_token_new', 'email_change_token_current', 'phone_change_token');
      update auth.users set email_change = '', email_change_sent_at = null,
        email_change_confirm_status = 0, phone_change = '', phone_change_sent_at = null
      where users.id = (select auth.uid());
    end
  $$;

-- Cancels the caller's pending email change. Its links and codes become invalid.
create function public.cancel_email_change() returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      -- Locks the user before the tokens, as the auth service does, so that a concurrent request
      -- cannot complete the email change.
      perform 1 from auth.users where users.id = (select auth.uid()) for no key update;
      delete from auth.one_time_tokens
      where one_time_tokens.user_id = (select auth.uid())
        and one_time_tokens.token_type in ('email_change_token_new', 'email_change_token_current');
      update auth.users set email_change = '', email_change_sent_at = null,
        email_change_confirm_status = 0
      where users.id = (select auth.uid());
    end
  $$;

-- Returns the caller's security events, newest first, at most 50. With p_before, returns only
-- events older than the event with the id p_before. `facts` holds details such as the identity
-- provider.
create function public.my_security_events(p_before uuid default null, p_limit integer default 20)
  returns table (
    id uuid, created_at timestamptz, action text, user_agent text, ip text, facts jsonb
  )
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
    begin
      perform public.require_aal();
      return query
        select entries.id, entries.created_at::timestamptz, entries.payload ->> 'action',
          entries.payload #>> '{traits,user_agent}', nullif(entries.ip_address, ''),
          coalesce((entries.payload -> 'traits')::jsonb - 'user_agent', '{}')
        from auth.audit_log_entries as entries
        where entries.payload ->> 'actor_id' = (select auth.uid())::text
          and entries.payload ->> 'action' not in ('token_refreshed', 'challenge_created')
          and (p_before is null or (entries.created_at, entries.id) < (
            select last.created_at, last.id from auth.audit_log_entries as last
            where last.id = p_before and last.payload ->> 'actor_id' = (select auth.uid())::text
          ))
        order by entries.created_at desc, entries.id desc
        limit least(greatest(coalesce(p_limit, 20), 1), 50);
    end
  $$;

revoke execute on function public.my_sessions, public.end_session, public.cancel_email_change,
  public.my_security_events
from public, anon, authenticated;
grant execute on function public.my_sessions, public.end_session, public.cancel_email_change,
  public.my_security_events
to authenticated;

-- Deletes anonymous users who have been inactive for 30 days and have no profile, identity or file.
-- Skips locked rows, because their users may be signing up. Returns the number of deleted users.
create function public.delete_inactive_anonymous_users(p_limit integer default 200) returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      inactive_since constant timestamptz := now() - interval '30 days';
      removed integer;
    begin
      with inactive as (
        select id from auth.users
        where is_anonymous and created_at < inactive_since
          and coalesce(last_sign_in_at, created_at) < inactive_since
          and not exists (select from public.profiles where profiles.id = users.id)
          and not exists (select from auth.identities where identities.user_id = users.id)
          and not exists (select from storage.objects where objects.owner_id = users.id::text)
          and not exists (
            select from auth.sessions
            where sessions.user_id = users.id and sessions.updated_at >= inactive_since
          )
        order by created_at
        limit p_limit
        for update skip locked
      )
      delete from auth.users using inactive where users.id = inactive.id;
      get diagnostics removed = row_count;
      return removed;
    end
  $$;

revoke execute on function public.delete_inactive_anonymous_users from public, anon, authenticated;
grant execute on function public.delete_inactive_anonymous_users to service_role;
