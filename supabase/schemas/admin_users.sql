
-- Searches accounts by id, part of an email address, or name, newest first.
create function public.find_users(
  p_search text default '', p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 20
) returns table (
    id uuid, email text, full_name text, is_admin boolean, is_anonymous boolean,
    created_at timestamptz, last_sign_in_at timestamptz, banned_until timestamptz,
    deleted_at timestamptz, listings bigint, bookings bigint
  )
  language plpgsql stable security definer set search_path = ''
  -- Plans each search with its actual arguments. A generic plan would read all accounts.
  set plan_cache_mode = force_custom_plan as $$
    #variable_conflict use_column
    declare
      search constant text := lower(trim(coalesce(p_search, '')));
      named_id constant uuid := substring(
        search from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}');
      name_pattern constant text := '%' || regexp_replace(
        regexp_replace(public.folded(search), '([\\%_])', '\\\1', 'g'), '\s+', '%', 'g') || '%';
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        select people.id, accounts.email::text, people.full_name, people.is_admin,
          coalesce(accounts.is_anonymous, false), people.created_at, accounts.last_sign_in_at,
          accounts.banned_until, people.deleted_at,
          (select count(*) from public.spaces where user_id = people.id),
          (select count(*) from public.bookings where user_id = people.id)
        from public.profiles as people
        left join auth.users as accounts on accounts.id = people.id
        where (case
            when search = '' then true
            when named_id is not null then people.id = named_id
            when strpos(search, '@') > 0 then strpos(lower(accounts.email), search) > 0
            -- Uses a subquery instead of `or`, so that the planner uses the index on names.
            else people.id in (
              select named.id from public.profiles as named
              where public.folded(named.full_name) like name_pattern
              union all
              select users.id from auth.users as users
              where strpos(lower(users.email), search) > 0)
          end)
          and (p_before is null or (people.created_at, people.id) < (p_before, p_before_id))
        order by people.created_at desc, people.id desc
        limit least(greatest(p_limit, 1), 100);
    end
  $$;

-- Returns {id, email, email_confirmed_at, phone, full_name, is_admin, created_at, last_sign_in_at,
-- banned_until, deleted_at, sign_in_methods, second_factors, sessions, listings, bookings,
-- hosted_bookings, payouts_ready, payout_country} of an account, or null if it does not exist.
create function public.admin_user(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return (
        select jsonb_build_object(
          'id', people.id, 'email', accounts.email,
          'email_confirmed_at', accounts.email_confirmed_at, 'phone', nullif(accounts.phone, ''),
          'full_name', people.full_name, 'is_admin', people.is_admin,
          'created_at', people.created_at, 'last_sign_in_at', accounts.last_sign_in_at,
          'banned_until', accounts.banned_until, 'deleted_at', people.deleted_at,
          'sign_in_methods', (
            select coalesce(jsonb_agg(distinct provider), '[]')
            from auth.identities where user_id = people.id),
          'second_factors', (
            select count(*) from auth.mfa_factors where user_id = people.id and status = 'verified'),
          'sessions', (
            select count(*) from auth.sessions
            where user_id = people.id and (not_after is null or not_after > now())),
          'listings', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'id', spaces.id, 'slug', spaces.slug, 'title', title, 'available', available,
              'is_hidden', hidden_at is not null)
              order by created_at desc), '[]')
            from public.spaces where user_id = people.id and withdrawn_at is null),
          'bookings', (select count(*) from public.bookings where user_id = people.id),
          'hosted_bookings', (
            select count(*) from public.bookings
            join public.spaces on spaces.id = bookings.space_id
            where spaces.user_id = people.id),
          'payouts_ready', people.stripe_onboarding_complete,
          'payout_country', (
            select country from public.host_accounts where host_id = people.id))
        from public.profiles as people
        left join auth.users as accounts on accounts.id = people.id
        where people.id = p_user_id);
    end
  $$;

-- Checks an admin's action on another account. Raises insufficient_privilege, reason_required or
-- user_not_found.
create function public.check_user_action(p_user_id uuid, p_reason text) returns void
  language plpgsql stable set search_path = '' as $$
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if coalesce(char_length(trim(p_reason)), 0) not between 1 and 2000 then
        raise exception using errcode = 'PT400', detail = 'reason_required',
          message = 'Please give a reason';
      end if;
      if p_user_id = (select auth.uid()) or not exists (
        select from public.profiles where id = p_user_id and deleted_at is null
      ) then
        raise exception using errcode = 'PT404', detail = 'user_not_found',
          message = 'There is no such account, or it is your own';
      end if;
    end
  $$;

-- Bans another account until p_until, or lifts the ban if p_until is null. With p_hide_listings, a
-- ban also hides all listings of the host and sends the host one notification about them. Lifting
-- the ban does not show the listings again. Raises reason_required or user_not_found.
create function public.ban_user(
  p_user_id uuid, p_until timestamptz, p_reason text, p_hide_listings boolean default false
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      space record;
      hidden_titles text[] := '{}';
    begin
      perform public.check_user_action(p_user_id, p_reason);
      -- Updates the user before its sessions, in the lock order of the auth service.
      update auth.users set banned_until = p_until, updated_at = now() where id = p_user_id;
      -- Expires the sessions instead of deleting them, so that the auth service answers their next
      -- token refresh with user_banned.
      if p_until > now() then
        update auth.sessions set not_after = now()
        where user_id = p_user_id and (not_after is null or not_after > now());
        if p_hide_listings then
          for space in
            update public.spaces set hidden_at = now()
            where user_id = p_user_id and withdrawn_at is null and hidden_at is null
            returning id, title
          loop
            perform public.record_admin_action('space.hide', 'space', space.id::text, p_reason);
            hidden_titles := hidden_titles || space.title;
          end loop;
          if hidden_titles <> '{}' then
            perform public.notify(
              p_user_id, 'listings-hidden', '/my-listings',
              jsonb_build_object(
                'space_title', array_to_string(hidden_titles, ', '),
                'count', cardinality(hidden_titles), 'reason', trim(p_reason)),
              format('listings-hidden:%s:%s', p_user_id, clock_timestamp()));
          end if;
        end if;
      end if;
      perform public.record_admin_action(
        case when p_until > now() then 'user.ban' else 'user.unban' end, 'user', p_user_id::text,
        p_reason, jsonb_build_object('until', p_until));
    end
  $$;

-- Revokes all sessions of another account. Raises reason_required or user_not_found.
create function public.sign_out_user(p_user_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.check_user_action(p_user_id, p_reason);
      delete from auth.sessions where user_id = p_user_id;
      perform public.record_admin_action('user.sign_out', 'user', p_user_id::text, p_reason);
    end
  $$;

-- Grants or revokes another user's admin rights. Raises reason_required or user_not_found.
create function public.set_user_admin(p_user_id uuid, p_is_admin boolean, p_reason text)
  returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.check_user_action(p_user_id, p_reason);
      update public.profiles set is_admin = p_is_admin
      where id = p_user_id and is_admin is distinct from p_is_admin;
      if found then
        perform public.record_admin_action(
          case when p_is_admin then 'user.grant_admin' else 'user.revoke_admin' end, 'user',
          p_user_id::text, p_reason);
      end if;
    end
  $$;

-- Returns audit log entries with an id below p_before, newest first. With p_is_command_line,
-- returns only the entries of the command line, whose `admin` is null. An entry about a booking, or
-- about its payments, payout, review or dispute, includes the booking's id and the space's title.
-- `amount_minor` is the amount of the decision, such as the amount of a refund.
create function public.audit_log(
  p_action text default null, p_target text default null, p_before bigint default null,
  p_limit integer default 50, p_admin uuid default null,
  p_is_command_line boolean default false
) returns table (
    id bigint, created_at timestamptz, admin text, action text, target_type text, target_id text,
    target text, booking_id uuid, amount_minor bigint, currency text, reason text, details jsonb
  )
  language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = force_custom_plan as $$
    #variable_conflict use_column
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        with log as (
          select actions.*,
            case when actions.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
              then actions.target_id::uuid end as target_uuid
          from public.admin_actions as actions
          where (p_action is null or actions.action = p_action)
            and (p_target is null or actions.target_id = p_target)
            and (p_admin is null or actions.admin_id = p_admin)
            and (not p_is_command_line or actions.admin_id is null)
            and (p_before is null or actions.id < p_before)
          order by actions.id desc
          limit least(greatest(p_limit, 1), 100)
        )
        select log.id, log.created_at, case when log.admin_id is null then null
            else coalesce(admins.full_name, admin_accounts.email, 'A former admin') end, log.action,
          log.target_type, log.target_id, case log.target_type
            when 'user' then (select coalesce(full_name, accounts.email, 'A user')
              from public.profiles
              left join auth.users as accounts on accounts.id = profiles.id
              where profiles.id = log.target_uuid)
            else spaces.title
          end, bookings.id,
          coalesce(
            (log.details ->> 'amount_minor')::bigint, (log.details ->> 'refund_minor')::bigint,
            refunds.amount_minor, disputes.amount_minor,
            differences.stripe_minor - differences.ledger_minor),
          coalesce(
            refunds.currency, payouts.currency, disputes.currency, differences.currency,
            bookings.currency)::text,
          log.reason, log.details
        from log
        left join public.profiles as admins on admins.id = log.admin_id
        left join auth.users as admin_accounts on admin_accounts.id = log.admin_id
        left join public.refunds on log.target_type = 'refund' and refunds.id = log.target_uuid
        left join public.payouts on log.target_type = 'payout' and payouts.id = log.target_uuid
        left join public.reviews on log.target_type = 'review' and reviews.id = log.target_uuid
        left join public.disputes on log.target_type = 'dispute' and disputes.id = log.target_id
        left join public.reconciliation_differences as differences
          on differences.id = case log.target_type
            when 'difference' then log.target_id::bigint end
        left join public.conversations
          on log.target_type = 'conversation' and conversations.id = log.target_uuid
        left join public.payments as paid
          on paid.id = coalesce(refunds.payment_id, disputes.payment_id, differences.payment_id)
        left join public.booking_changes as changes on changes.id = paid.change_id
        left join public.bookings on bookings.id = coalesce(
          payouts.booking_id, reviews.booking_id, differences.booking_id, paid.booking_id,
          changes.booking_id, case log.target_type when 'booking' then log.target_uuid end)
        left join public.spaces on spaces.id = coalesce(
          bookings.space_id, paid.space_id, conversations.space_id,
          case log.target_type when 'space' then log.target_uuid end)
        order by log.id desc;
    end
  $$;

-- Returns the admins with entries in the audit log, by name.
create function public.audit_admins() returns table (id uuid, name text)
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        select admins.id, coalesce(admins.full_name, accounts.email, 'A former admin') as name
        from public.profiles as admins
        left join auth.users as accounts on accounts.id = admins.id
        where admins.id in (select admin_id from public.admin_actions)
        order by name, id;
    end
  $$;

revoke execute on function
  public.find_users, public.admin_user, public.check_user_action, public.ban_user,
  public.sign_out_user, public.set_user_admin, public.audit_log, public.audit_admins
from public, anon, authenticated;
grant execute on function
  public.find_users, public.admin_user, public.ban_user, public.sign_out_user,
  public.set_user_admin, public.audit_log, public.audit_admins
to authenticated;
