-- Where somebody is signed in, and what happened to their account. Only what Supabase's own `auth`
-- schema holds; some of its times are without a zone elsewhere, so all are read as UTC.

-- One's open sessions, the one that asks first, then by last use.
create function public.my_sessions()
  returns table (
    id uuid, created_at timestamptz, last_used_at timestamptz,
    user_agent text, ip text, aal text, is_current boolean
  )
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
  as $$
    begin
      perform public.require_assurance();
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

-- Signs out somewhere else. Raises current_session for the session that asks, session_not_found for
-- one that is not one's own, or has ended.
create function public.end_session(p_session_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
    begin
      perform public.require_assurance();
      if p_session_id::text is not distinct from auth.jwt() ->> 'session_id' then
        raise exception using errcode = 'PT409', detail = 'current_session',
          message = 'To end this session, sign out';
      end if;
      delete from auth.sessions
      where sessions.id = p_session_id and sessions.user_id = (select auth.uid());
      if not found then
        raise exception using errcode = 'PT404', detail = 'session_not_found',
          message = 'This session has already ended';
      end if;
    end
  $$;

-- What happened to one's account, newest first, at most 50 from the one after `p_before`. Left out:
-- what happens by itself all the time. `facts` are such as provider or factor_type.
create function public.my_security_events(p_before uuid default null, p_limit integer default 20)
  returns table (
    id uuid, created_at timestamptz, action text, user_agent text, ip text, facts jsonb
  )
  language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
  as $$
    begin
      perform public.require_assurance();
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

revoke execute on function public.my_sessions, public.end_session, public.my_security_events
from public, anon, authenticated;
grant execute on function public.my_sessions, public.end_session, public.my_security_events
to authenticated;
