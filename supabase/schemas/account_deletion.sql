-- By law, bookings, payments and the ledger are kept after an account deletion. They refer to the
-- user's profile, which stays without personal data.

create table public.account_deletions (
  user_id uuid primary key references public.profiles (id),
  erased_at timestamptz not null default now(),
  -- Time at which the user's files and auth user were deleted. A job retries the deletion until
  -- then.
  finished_at timestamptz
);

create index account_deletions_unfinished_idx on public.account_deletions (erased_at)
  where (finished_at is null);

comment on table public.account_deletions is
  'Deleted accounts, without personal data, and whether their deletion has finished.';

alter table public.account_deletions enable row level security;
revoke all on public.account_deletions from anon, authenticated;

-- Returns the blockers of an account deletion. kind: guest_booking | host_booking | guest_checkout
-- | host_checkout | dispute | problem | refund | payout. `on_day` is in the space's time zone.
create function public.account_deletion_blockers(p_user_id uuid)
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language sql stable security definer set search_path = '' as $$
    with relevant as (
      select bookings.*, spaces.title,
        (bookings.start_time at time zone bookings.time_zone)::date as on_day,
        spaces.user_id as host_id
      from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = p_user_id or spaces.user_id = p_user_id
    ),
    upcoming as (
      select * from relevant where status in ('requested', 'confirmed') and end_time > now()
    )
    select case when user_id = p_user_id then 'guest_booking' else 'host_booking' end,
      id, title, on_day, null::numeric, null::text
    from upcoming
    union all
    -- An open payment blocks the deletion, because the guest can still be charged.
    select case when payments.user_id = p_user_id then 'guest_checkout' else 'host_checkout' end,
      payments.id, spaces.title,
      (payments.start_time at time zone payments.time_zone)::date, null, null
    from public.payments
    join public.spaces on spaces.id = payments.space_id
    where payments.status = 'open'
      and (payments.user_id = p_user_id or spaces.user_id = p_user_id)
    union all
    -- An open dispute blocks the deletion, even if the host has already been paid.
    select 'dispute', relevant.id, relevant.title, relevant.on_day, null, null
    from relevant
    where exists (
      select from public.disputes
      join public.payments on payments.id = disputes.payment_id
      where (public.payment_of(payments.id)).booking_id = relevant.id
        and disputes.closed_at is null
    )
    union all
    select 'problem', relevant.id, relevant.title, relevant.on_day, null, null
    from relevant
    where exists (
      select from public.booking_problems problems
      where problems.booking_id = relevant.id
        and (problems.status = 'open' or problems.kind = 'damage'
          and problems.status = 'upheld' and problems.settled_at is null)
    )
    union all
    select 'refund', refunds.id, spaces.title,
      -- Prefers the time of the booking, because a booking change does not update the payment's
      -- time.
      (coalesce(bookings.start_time, payments.start_time) at time zone payments.time_zone)::date,
      public.from_minor(refunds.amount_minor, refunds.currency), refunds.currency::text
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    join public.spaces on spaces.id = payments.space_id
    left join public.bookings on bookings.id = (public.payment_of(payments.id)).booking_id
    where payments.user_id = p_user_id
      and refunds.status in ('pending', 'processing', 'failed')
    union all
    select 'payout', payouts.id, relevant.title, relevant.on_day,
      public.from_minor(payouts.amount_minor, payouts.currency), payouts.currency::text
    from public.payouts
    join relevant on relevant.id = payouts.booking_id
    where payouts.host_id = p_user_id
      and payouts.status = 'scheduled' and payouts.amount_minor > 0
      and payouts.frozen_at is null
      and not exists (select from upcoming where upcoming.id = payouts.booking_id)
    order by 4, 3
  $$;

-- Returns the blockers of the caller's own account deletion. Raises second_factor_needed if the
-- user has a second factor but the session is not at aal2.
create function public.my_account_deletion_blockers()
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language plpgsql stable security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      return query select * from public.account_deletion_blockers((select auth.uid()));
    end
  $$;

-- Deletes a user's outbox emails, and the contact messages and newsletter subscription of p_email.
-- Keeps job applications, which belong to no account.
create function public.delete_messages(p_user_id uuid, p_email text) returns void
  language sql set search_path = '' as $$
    delete from public.newsletter_subscriptions where email = lower(p_email);
    delete from public.contact_messages where lower(email) = lower(p_email);
    delete from public.outgoing_mails
    where id in (select id from public.mails_to_user(p_user_id, p_email))
      or (template = 'contact-message' and lower(data ->> 'email') = lower(p_email));
    -- Erases all but the booking's id from sent booking emails, because emails to the other side
    -- contain the deleted user's name.
    update public.outgoing_mails set data = jsonb_build_object('booking_id', booking_id)
    where sent_at is not null and booking_id in (
      select bookings.id from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where p_user_id in (bookings.user_id, spaces.user_id));
  $$;

-- Records the unpaid debts of a host who deletes the account as a loss of the platform.
create function public.write_off_debts(p_host_id uuid) returns void
  language plpgsql set search_path = '' as $$
    declare
      debt record;
    begin
      for debt in
        select payouts.id, payments.id as payment_id
        from public.payouts join public.payments on payments.booking_id = payouts.booking_id
        where host_id = p_host_id and owed_minor > 0
        order by payments.id
      loop
        perform from public.payments where id = debt.payment_id for update;
        update public.payouts set written_off_minor = written_off_minor + owed_minor
        where id = debt.id;
        perform public.settle_payment(debt.payment_id);
      end loop;
    end
  $$;

-- Erases an account and returns {erased: true}, or returns what blocks the deletion: {erased:
-- false, blockers: [...]}. Idempotent. The caller then deletes the files and the auth user, and
-- calls finish_account_deletion. Raises account_not_found.
create function public.erase_account(p_user_id uuid) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      person public.profiles;
      blocking jsonb;
      own_email text;
    begin
      -- Takes the same locks as a checkout, in the same order, so that no checkout starts
      -- concurrently.
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));
      perform from public.spaces where user_id = p_user_id order by id for update;
      select * into person from public.profiles where id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'account_not_found',
          message = 'Account not found';
      end if;
      if person.deleted_at is not null then
        return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
      end if;

      select coalesce(jsonb_agg(to_jsonb(blockers)), '[]') into blocking
      from public.account_deletion_blockers(p_user_id) as blockers;
      if blocking <> '[]' then
        return jsonb_build_object('erased', false, 'blockers', blocking);
      end if;

      delete from public.spaces
      where user_id = p_user_id
        and not exists (select from public.bookings where bookings.space_id = spaces.id)
        and not exists (select from public.payments where payments.space_id = spaces.id);
      -- Keeps the titles and locations of the spaces, because guests' receipts show them.
      update public.spaces
      set withdrawn_at = now(), available = false, featured = false, popular = false,
        "greatValue" = false, images = '{}', meta_description = null, meta_keywords = null,
        description = 'This space is no longer listed.', house_rules = '', included = '{}',
        neighborhood = '', latitude = null, longitude = null
      where user_id = p_user_id;
      delete from public.space_addresses using public.spaces
      where spaces.id = space_addresses.space_id and spaces.user_id = p_user_id;
      delete from public.space_arrival_notes using public.spaces
      where spaces.id = space_arrival_notes.space_id and spaces.user_id = p_user_id;
      delete from public.space_calendar_links using public.spaces
      where spaces.id = space_calendar_links.space_id and spaces.user_id = p_user_id;
      delete from public.space_calendars using public.spaces
      where spaces.id = space_calendars.space_id and spaces.user_id = p_user_id;
      delete from public.space_extras using public.spaces
      where spaces.id = space_extras.space_id and spaces.user_id = p_user_id;
      delete from public.space_changes using public.spaces
      where spaces.id = space_changes.space_id and spaces.user_id = p_user_id;
      update public.space_changes set changed_by = null where changed_by = p_user_id;

      update public.reviews set user_id = null where user_id = p_user_id;
      update public.guest_reviews set host_id = null where host_id = p_user_id;
      delete from public.guest_reviews where guest_id = p_user_id;
      update public.review_reports set user_id = null where user_id = p_user_id;
      update public.space_reports set user_id = null where user_id = p_user_id;
      update public.booking_problems set details = '', photos = '{}' where user_id = p_user_id;
      -- Empties only the deleted user's messages, because the other side keeps the conversation.
      update public.messages set body = '', attachments = '[]' where author_id = p_user_id;
      update public.payments set guest_message = '' where user_id = p_user_id;
      update public.conversation_reports set user_id = null where user_id = p_user_id;
      delete from public.quick_replies where user_id = p_user_id;
      delete from public.user_blocks where p_user_id in (user_id, blocked_id);
      delete from public.favorite_lists where user_id = p_user_id;
      delete from public.billing_details where user_id = p_user_id;
      delete from public.host_accounts where host_id = p_user_id;
      delete from public.bank_payouts where host_id = p_user_id;
      delete from public.notifications where user_id = p_user_id;
      delete from public.notification_preferences where user_id = p_user_id;
      delete from public.notification_keys where user_id = p_user_id;
      delete from public.account_usage where user_id = p_user_id;

      perform public.write_off_debts(p_user_id);
      own_email := public.verified_email(p_user_id);
      -- An account created by SSO can have the same email as another account. Keeps the messages
      -- and the newsletter subscription if another account has verified this email.
      if exists (
        select from auth.users
        where lower(email) = lower(own_email) and id <> p_user_id and deleted_at is null
          and public.verified_email(id) is not null
      ) then
        own_email := null;
      end if;
      perform public.delete_messages(p_user_id, own_email);
      perform public.queue_account_mail(
        p_user_id, 'account-deleted', public.email_of_user(p_user_id), '{}');

      update public.profiles
      set full_name = null, avatar_url = null, bio = '', languages = '{}', is_admin = false,
        stripe_account_id = null, stripe_onboarding_complete = false, deleted_at = now()
      where id = p_user_id;

      -- Frees the email address, and bans the user so that OAuth sign-ins in flight are rejected.
      -- Updates the user before deleting its sessions, like the auth service, so that no session
      -- can be created afterwards.
      update auth.users
      set email = null, phone = null, email_change = '', phone_change = '',
        encrypted_password = null, raw_user_meta_data = '{}',
        banned_until = now() + interval '100 years', updated_at = now()
      where id = p_user_id;
      delete from auth.sessions where user_id = p_user_id;
      delete from auth.identities where user_id = p_user_id;
      delete from auth.mfa_factors where user_id = p_user_id;
      delete from auth.one_time_tokens where user_id = p_user_id;
      delete from auth.flow_state where user_id = p_user_id;

      insert into public.account_deletions (user_id) values (p_user_id);
      return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
    end
  $$;

create function public.unfinished_account_deletions(p_limit integer default 100)
  returns setof uuid
  language sql stable set search_path = '' as $$
    select user_id from public.account_deletions
    where finished_at is null
    order by erased_at
    limit p_limit
  $$;

create function public.finish_account_deletion(p_user_id uuid) returns void
  language sql set search_path = '' as $$
    delete from public.payment_customers where user_id = p_user_id;
    update public.account_deletions set finished_at = now()
    where user_id = p_user_id and finished_at is null
  $$;

-- Counts an attempt to confirm an account deletion. Allows ten attempts in ten minutes per session,
-- so that an attacker cannot use up the attempts of the owner's other sessions. Raises
-- too_many_attempts.
create function public.count_deletion_attempt(p_session_id text) returns void
  language plpgsql set search_path = '' as $$
    declare
      counted constant text :=
        encode(sha256(convert_to('account deletion ' || p_session_id, 'UTF8')), 'hex');
      attempts integer;
    begin
      insert into public.request_counts as counts (subject) values (counted)
      on conflict (subject) do update set
        requests = case when counts.since <= now() - interval '10 minutes' then 1
          else counts.requests + 1 end,
        since = case when counts.since <= now() - interval '10 minutes' then now()
          else counts.since end
      returning requests into attempts;
      if attempts > 10 then
        raise exception using errcode = 'PT429', detail = 'too_many_attempts',
          message = 'Too many attempts. Please try again in ten minutes';
      end if;
    end
  $$;

revoke execute on function
  public.count_deletion_attempt, public.account_deletion_blockers, public.my_account_deletion_blockers, public.delete_messages,
  public.write_off_debts, public.erase_account, public.unfinished_account_deletions, public.finish_account_deletion
from public, anon, authenticated;
grant execute on function public.my_account_deletion_blockers to authenticated;
grant execute on function
  public.count_deletion_attempt, public.account_deletion_blockers, public.erase_account, public.unfinished_account_deletions,
  public.finish_account_deletion
to service_role;
