-- Deleting an account: what stands in the way, and the one transaction that does it.

-- What a person has to settle first, one row a thing:
-- kind: guest_booking | host_booking | guest_checkout | host_checkout | dispute | refund | payout;
-- `on_day` in the space's own time; money only where money is what is waited for.
create function public.account_deletion_blockers(p_user_id uuid)
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language sql stable security definer set search_path = ''
  as $$
    with concerned as (
      -- Every booking the person has a part in. A host may have booked a space of their own.
      select bookings.*, spaces.title,
        (bookings.start_time at time zone bookings.time_zone)::date as on_day,
        spaces.user_id as host_id
      from public.bookings
      join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = p_user_id or spaces.user_id = p_user_id
    ),
    upcoming as (
      select * from concerned where status = 'confirmed' and end_time > now()
    )
    select case when user_id = p_user_id then 'guest_booking' else 'host_booking' end,
      id, title, on_day, null::numeric, null::text
    from upcoming
    union all
    -- Stripe may still take the money of an open payment; within 15 minutes it is given up.
    select case when payments.user_id = p_user_id then 'guest_checkout' else 'host_checkout' end,
      payments.id, spaces.title,
      (payments.start_time at time zone payments.time_zone)::date, null, null
    from public.payments
    join public.spaces on spaces.id = payments.space_id
    where payments.status = 'open'
      and (payments.user_id = p_user_id or spaces.user_id = p_user_id)
    union all
    -- Undecided: an enquiry or dispute freezes a payout that was not made yet; after the payout the
    -- ledger alone knows of it, and no card network takes longer than this to decide.
    select 'dispute', concerned.id, concerned.title, concerned.on_day, null, null
    from concerned
    where exists (
        select from public.payouts
        where payouts.booking_id = concerned.id
          and payouts.status = 'scheduled' and payouts.frozen_at is not null
      )
      or exists (
        select from public.ledger_entries as disputed
        join public.payouts on payouts.booking_id = disputed.booking_id
        where disputed.booking_id = concerned.id
          and disputed.kind = 'dispute'
          and disputed.created_at > now() - interval '120 days'
          and payouts.status = 'paid'
          and not exists (
            select from public.ledger_entries as won
            where won.kind = 'dispute_won' and won.stripe_id = disputed.stripe_id
          )
      )
    union all
    select 'refund', refunds.id, spaces.title,
      (payments.start_time at time zone payments.time_zone)::date,
      public.from_minor(refunds.amount_minor, refunds.currency), refunds.currency::text
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    join public.spaces on spaces.id = payments.space_id
    where payments.user_id = p_user_id and refunds.status = 'pending'
    union all
    select 'payout', payouts.id, concerned.title, concerned.on_day,
      public.from_minor(payouts.amount_minor, payouts.currency), payouts.currency::text
    from public.payouts
    join concerned on concerned.id = payouts.booking_id
    where payouts.host_id = p_user_id
      and payouts.status = 'scheduled' and payouts.amount_minor > 0
      and payouts.frozen_at is null
      and not exists (select from upcoming where upcoming.id = payouts.booking_id)
    order by 4, 3
  $$;

-- The same for the person who asks.
create function public.my_account_deletion_blockers()
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language sql stable security definer set search_path = ''
  as $$ select * from public.account_deletion_blockers((select auth.uid())) $$;

-- Erases a person, or says what has to be settled first: {erased, blockers: [...]}.
--
-- One transaction; repeated, it answers the same. Gone at once: name, picture, address, password,
-- sessions, payout account, listings. Kept without a name: bookings, payments, refunds, payouts,
-- ledger, and reviews as nobody's. What the sign-in service and the storage still hold is noted
-- in `account_deletions` and removed by the caller. Raises account_not_found.
create function public.erase_account(p_user_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
    declare
      person public.profiles;
      in_the_way jsonb;
    begin
      -- The locks of a checkout, in its order: none is begun while this looks for them.
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

      select coalesce(jsonb_agg(to_jsonb(blockers)), '[]') into in_the_way
      from public.account_deletion_blockers(p_user_id) as blockers;
      if in_the_way <> '[]' then
        return jsonb_build_object('erased', false, 'blockers', in_the_way);
      end if;

      delete from public.spaces
      where user_id = p_user_id
        and not exists (select from public.bookings where bookings.space_id = spaces.id)
        and not exists (select from public.payments where payments.space_id = spaces.id);
      -- Title and place stay: they are on the guests' own receipts.
      update public.spaces
      set withdrawn_at = now(), available = false, featured = false, popular = false,
        "greatValue" = false, images = '{}', meta_description = null, meta_keywords = null,
        description = 'This space is no longer listed.'
      where user_id = p_user_id;

      update public.reviews set user_id = null where user_id = p_user_id;

      perform public.erase_letters(p_user_id, public.proven_address(p_user_id));

      update public.profiles
      set full_name = null, avatar_url = null, is_admin = false, stripe_account_id = null,
        stripe_onboarding_complete = false, deleted_at = now()
      where id = p_user_id;

      -- From here on nobody signs in with the old address, and it is free for a new account. The
      -- account before its sessions, as the sign-in service locks them: no session comes after.
      update auth.users
      set email = null, encrypted_password = null, raw_user_meta_data = '{}', updated_at = now()
      where id = p_user_id;
      delete from auth.sessions where user_id = p_user_id;

      insert into public.account_deletions (user_id) values (p_user_id);
      return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
    end
  $$;

-- Deletions that are not done yet, oldest first.
create function public.unfinished_account_deletions(p_limit integer default 100)
  returns setof uuid
  language sql stable set search_path = ''
  as $$
    select user_id from public.account_deletions
    where finished_at is null
    order by erased_at
    limit p_limit
  $$;

-- Files of a person, for the storage to remove. Files are found by their uploader.
create function public.files_of(p_user_id uuid)
  returns table (
    bucket_id text, name text, size_bytes bigint, mime_type text, created_at timestamptz
  )
  language sql stable security definer set search_path = ''
  as $$
    select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint,
      objects.metadata ->> 'mimetype', objects.created_at
    from storage.objects
    where objects.owner_id = p_user_id::text
    order by objects.created_at, objects.name
  $$;

-- Nothing of the person is left, in the storage or with the sign-in service.
create function public.finish_account_deletion(p_user_id uuid) returns void
  language sql set search_path = ''
  as $$
    update public.account_deletions set finished_at = now()
    where user_id = p_user_id and finished_at is null
  $$;

revoke execute on function
  public.account_deletion_blockers,
  public.my_account_deletion_blockers,
  public.erase_account,
  public.unfinished_account_deletions,
  public.files_of,
  public.finish_account_deletion
from public, anon, authenticated;
grant execute on function public.my_account_deletion_blockers to authenticated;
grant execute on function
  public.account_deletion_blockers,
  public.erase_account,
  public.unfinished_account_deletions,
  public.files_of,
  public.finish_account_deletion
to service_role;
