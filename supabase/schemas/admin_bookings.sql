
create index profiles_name_trigrams_idx
  on public.profiles using gin (public.folded(full_name) extensions.gin_trgm_ops);
create index spaces_title_trigrams_idx
  on public.spaces using gin (public.folded(title) extensions.gin_trgm_ops);

-- Searches bookings by booking id (at least its first eight hexadecimal digits), payment id, Stripe
-- id, email address, name of guest or host, or space title. Considers at most 200 matches each of
-- email addresses, names and titles. p_month is the first day of the UTC month in which the booking
-- was made. `host_share` is the host's current share, which a cancellation reduces.
create function public.find_bookings(
  p_search text default '', p_status text default null, p_before timestamptz default null,
  p_before_id uuid default null, p_limit integer default 20, p_month date default null
) returns table (
    id uuid, status text, answer text, refund_status text, created_at timestamptz,
    start_time timestamptz, end_time timestamptz, time_zone text, currency text, total_price numeric,
    space_title text, guest_name text, guest_email text, host_name text, host_email text,
    rental numeric, platform_fee numeric, refunded numeric, host_commission numeric,
    host_share numeric
  )
  language plpgsql stable security definer set search_path = ''
  -- Plans each search with its actual arguments. A generic plan would read all bookings.
  set plan_cache_mode = force_custom_plan as $$
    #variable_conflict use_column
    declare
      search constant text := lower(trim(coalesce(p_search, '')));
      uuid_pattern constant text := '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
      named_id constant uuid := substring(search from uuid_pattern);
      -- The first digits of a booking id, as in the file name of a receipt or an invoice.
      digits constant text := replace(
        substring(search from '(?:^|[^0-9a-z])([0-9a-f]{8}[0-9a-f-]{0,27})(?:\.pdf)?$'), '-', '');
      -- A Stripe id, whose upper and lower case matters. For the client secret of a PaymentIntent,
      -- the id with which it starts.
      quoted_stripe_id constant text := regexp_replace(
        substring(p_search from '\m(?:pi|py|ch|re|pyr|tr|trr|dp|du)_[A-Za-z0-9_]+'), '_secret_.*', '');
      name_pattern constant text := '%' || regexp_replace(
        regexp_replace(public.folded(search), '([\\%_])', '\\\1', 'g'), '\s+', '%', 'g') || '%';
      ids uuid[];
      users uuid[];
      spaces uuid[];
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if quoted_stripe_id is not null then
        select array_agg((public.payment_of(payment_id)).booking_id) into ids
        from (
          select payments.id as payment_id from public.payments
          where payments.stripe_payment_intent_id = quoted_stripe_id
          union all
          select payments.id from public.payments where payments.stripe_charge_id = quoted_stripe_id
          union all
          select refunds.payment_id from public.refunds where refunds.stripe_refund_id = quoted_stripe_id
          union all
          select disputes.payment_id from public.disputes where disputes.id = quoted_stripe_id
          union all
          select ledger.payment_id from public.ledger_transactions as ledger
          where ledger.stripe_id = quoted_stripe_id and ledger.payment_id is not null
        ) as paid;
        ids := ids || array(
          select payouts.booking_id from public.payouts
          where payouts.stripe_transfer_id = quoted_stripe_id
          union all
          select ledger.booking_id from public.ledger_transactions as ledger
          where ledger.stripe_id = quoted_stripe_id);
      elsif named_id is not null then
        ids := array[named_id, (public.payment_of(named_id)).booking_id];
      elsif strpos(search, '@') > 0 then
        users := array(
          select accounts.id from auth.users as accounts
          where strpos(lower(accounts.email), search) > 0 limit 200);
      elsif search <> '' then
        if digits is not null then
          ids := array(
            select bookings.id from public.bookings
            where bookings.id between rpad(digits, 32, '0')::uuid and rpad(digits, 32, 'f')::uuid
            limit 200);
        end if;
        users := array(
          select profiles.id from public.profiles
          where public.folded(profiles.full_name) like name_pattern limit 200)
          || array(
            select accounts.id from auth.users as accounts
            where strpos(lower(accounts.email), search) > 0 limit 200);
        spaces := array(
          select titled.id from public.spaces as titled
          where public.folded(titled.title) like name_pattern limit 200);
      end if;
      spaces := spaces || array(
        select owned.id from public.spaces as owned where owned.user_id = any (users));
      return query
        select bookings.id, bookings.status, bookings.answer, bookings.refund_status,
          bookings.created_at, bookings.start_time, bookings.end_time, bookings.time_zone,
          bookings.currency::text, bookings.total_price, booked.title, guests.full_name,
          guest_accounts.email::text, hosts.full_name, host_accounts.email::text,
          bookings.rental_amount, bookings.platform_fee_amount, bookings.refunded_amount,
          bookings.host_commission_amount,
          public.from_minor(
            case when payouts.status <> 'cancelled' then payouts.amount_minor else 0 end,
            bookings.currency)
        from public.bookings
        join public.spaces as booked on booked.id = bookings.space_id
        left join public.profiles as guests on guests.id = bookings.user_id
        left join public.profiles as hosts on hosts.id = booked.user_id
        left join auth.users as guest_accounts on guest_accounts.id = bookings.user_id
        left join auth.users as host_accounts on host_accounts.id = booked.user_id
        left join public.payouts on payouts.booking_id = bookings.id
        where (search = '' or bookings.id = any (ids) or bookings.user_id = any (users)
            or bookings.space_id = any (spaces))
          and (p_status is null or bookings.status = p_status)
          and (p_month is null
            or bookings.created_at >= p_month::timestamp at time zone 'UTC'
              and bookings.created_at < (p_month + interval '1 month') at time zone 'UTC')
          and (p_before is null or (bookings.created_at, bookings.id) < (p_before, p_before_id))
        order by bookings.created_at desc, bookings.id desc
        limit least(greatest(p_limit, 1), 100);
    end
  $$;

-- Returns what the guest, the host and admins did with a booking, newest first. Payments are in
-- booking_money_timeline instead. `actor` is null for actions of operators, and if a booking change
-- expired or failed.
create function public.booking_history(p_booking_id uuid)
  returns table (at timestamptz, kind text, actor text, reason text, note text, amount_minor bigint)
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        with booking as (
          select bookings.*,
            coalesce(guests.full_name, guest_accounts.email, 'A former guest') as guest,
            coalesce(hosts.full_name, host_accounts.email, 'A former host') as host
          from public.bookings
          join public.spaces on spaces.id = bookings.space_id
          left join public.profiles guests on guests.id = bookings.user_id
          left join public.profiles hosts on hosts.id = spaces.user_id
          left join auth.users as guest_accounts on guest_accounts.id = bookings.user_id
          left join auth.users as host_accounts on host_accounts.id = spaces.user_id
          where bookings.id = p_booking_id
        ),
        events (at, kind, actor, reason, note, amount_minor) as (
          select created_at, case when answer_by is null then 'booked' else 'requested' end, guest,
            null, '', null::bigint
          from booking
          union all
          select answered_at,
            case when answer in ('declined', 'withdrawn') then answer || '_request' else answer end,
            case when answer in ('accepted', 'declined') then host else guest end, case when answer = 'declined' then cancel_reason end,
            case when answer = 'declined' then cancel_note else '' end, null
          from booking where answer is not null
          union all
          select cancelled_at, 'cancelled', guest, null, '', null
          from booking
          where cancelled_at is not null and coalesce(cancelled_by, 'guest') = 'guest'
            and answer is distinct from 'withdrawn'
          union all
          select changes.created_at, 'change_proposed',
            case changes.proposed_by when 'guest' then guest else host end,
            nullif(concat_ws(', ',
              case when times.new <> times.old
                then format('%s instead of %s', times.new, times.old)
              end,
              case when changes.guest_count <> changes.old_guest_count
                then format('%s %s instead of %s', changes.guest_count,
                  case changes.guest_count when 1 then 'person' else 'people' end,
                  changes.old_guest_count)
              end,
              case when changes.extras <> changes.old_extras then 'other extras' end), ''),
            '', nullif(changes.total_minor, changes.old_total_minor)
          from public.booking_changes as changes, booking
          cross join lateral (
            select
              to_char(changes.start_time at time zone booking.time_zone, moment)
                || to_char(changes.end_time at time zone booking.time_zone, ending) as new,
              to_char(changes.old_start_time at time zone booking.time_zone, moment)
                || to_char(changes.old_end_time at time zone booking.time_zone, ending) as old
            from (values ('Dy, Mon FMDD, FMHH12:MI AM', ' "–" FMHH12:MI AM'))
              as formats (moment, ending)
          ) as times
          where changes.booking_id = p_booking_id
          union all
          select changes.answered_at, 'change_' || changes.status, case
            when changes.status in ('expired', 'failed') then null
            when (changes.proposed_by = 'guest') = (changes.status = 'withdrawn') then guest
            else host end, null, '', null
          from public.booking_changes as changes, booking
          where changes.booking_id = p_booking_id and changes.answered_at is not null
          union all
          select extensions.created_at, 'extended', guest, null, '', null
          from public.bookings as extensions, booking
          where extensions.extends_booking_id = p_booking_id
          union all
          select reviews.created_at, 'reviewed', guest, null, reviews.comment, null
          from public.reviews, booking where reviews.booking_id = p_booking_id
          union all
          select events.created_at, events.action,
            coalesce(actors.full_name, actor_accounts.email, 'A former user'),
            coalesce(problems.kind, events.reason), events.note, events.amount_minor
          from public.booking_problem_events as events
          left join public.booking_problems as problems on problems.id = events.problem_id
          left join public.profiles as actors on actors.id = events.actor_id
          left join auth.users as actor_accounts on actor_accounts.id = events.actor_id
          where events.booking_id = p_booking_id
          union all
          select actions.created_at, actions.action,
            case when actions.admin_id is not null
              then coalesce(admins.full_name, admin_accounts.email, 'A former admin') end,
            actions.details ->> 'template', actions.reason, null
          from public.admin_actions as actions
          left join public.profiles as admins on admins.id = actions.admin_id
          left join auth.users as admin_accounts on admin_accounts.id = actions.admin_id
          where actions.target_type = 'booking' and actions.target_id = p_booking_id::text
            and actions.action <> 'booking.cancel' and actions.action not like 'problem.%'
        )
        select * from events order by at desc, kind;
    end
  $$;

-- Returns a booking's emails of the last 30 days, newest first.
create function public.booking_mails(p_booking_id uuid)
  returns table (
    id uuid, template text, recipient text, created_at timestamptz, send_after timestamptz,
    sent_at timestamptz, abandoned_at timestamptz, attempts integer, last_error text,
    can_resend boolean
  )
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        select mails.id, mails.template, mails.recipient, mails.created_at, mails.send_after,
          mails.sent_at, mails.abandoned_at, mails.attempts, mails.last_error,
          public.resend_refusal(mails) is null
        from public.outgoing_mails as mails
        where mails.booking_id = p_booking_id
        order by mails.created_at desc, mails.id;
    end
  $$;

-- Returns up to 100 abandoned emails that have not been sent again, newest first. claim_mails
-- deletes emails 30 days after they were abandoned.
create function public.abandoned_mails()
  returns table (
    id uuid, template text, recipient text, booking_id uuid, created_at timestamptz,
    abandoned_at timestamptz, attempts integer, last_error text, can_resend boolean
  )
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      return query
        select mails.id, mails.template, mails.recipient, mails.booking_id, mails.created_at,
          mails.abandoned_at, mails.attempts, mails.last_error,
          public.resend_refusal(mails) is null
        from public.outgoing_mails as mails
        where mails.abandoned_at is not null and not exists (
          select from public.outgoing_mails as resent where resent.resend_of = mails.id)
        order by mails.abandoned_at desc, mails.id
        limit 100;
    end
  $$;

-- Queues an email again. Sends it to the current address of the user who received it, or to the
-- original address if there is no such user. Raises mail_not_found, mail_pending, mail_erased or
-- mail_expired.
create function public.resend_mail(p_mail_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      mail public.outgoing_mails;
      refusal text;
      new_id uuid;
      recipient_email text;
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      select * into mail from public.outgoing_mails where id = p_mail_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'mail_not_found',
          message = 'This email no longer exists';
      end if;
      refusal := public.resend_refusal(mail);
      if refusal is not null then
        raise exception using errcode = 'PT409', detail = refusal, message = case refusal
          when 'mail_pending' then 'This email is already waiting to be sent'
          when 'mail_expired' then 'This email is out of date'
          else 'The content of this email was erased' end;
      end if;
      recipient_email := coalesce(public.email_of_user(mail.user_id), mail.recipient);
      insert into public.outgoing_mails
        (template, recipient, user_id, data, expires_at, dedupe_key, resend_of)
      -- Keeps the prefix of the dedupe key, by which mails_to_user finds an account's emails.
      values (mail.template, recipient_email, mail.user_id, mail.data, mail.expires_at,
        format('%s:again:%s', split_part(mail.dedupe_key, ':again:', 1), gen_random_uuid()), mail.id)
      returning id into new_id;
      perform pg_notify(
        case mail.queue when 'account' then 'account_mail_queued' else 'mail_queued' end, '');
      perform public.record_admin_action('mail.resend',
        case when mail.booking_id is null then 'mail' else 'booking' end,
        coalesce(mail.booking_id, mail.id)::text, '',
        jsonb_build_object('mail_id', mail.id, 'new_mail_id', new_id, 'template', mail.template));
    end
  $$;

revoke execute on function
  public.find_bookings, public.booking_history, public.booking_mails, public.abandoned_mails,
  public.resend_mail
from public, anon;
grant execute on function
  public.find_bookings, public.booking_history, public.booking_mails, public.abandoned_mails,
  public.resend_mail
to authenticated;
