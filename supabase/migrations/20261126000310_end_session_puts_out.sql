-- As before; and what the session may have begun does not bring anybody back: the link of an identity, or
-- a change of address or number, whose answer signs in. Nobody notes which session has begun it, so all
-- of them end, as wherever somebody is put out.
create or replace function public.end_session(p_session_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
    begin
      perform public.require_assurance();
      if p_session_id::text is not distinct from auth.jwt() ->> 'session_id' then
        raise exception using errcode = 'PT409', detail = 'current_session',
          message = 'To end this session, sign out';
      end if;
      -- The account before its sessions, as the sign-in service locks them: no link or change is
      -- finished meanwhile.
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
