-- Payment functions are idempotent transactions. Edge functions call them as service_role and make
-- Stripe requests between the calls. After a crash, scheduled jobs continue open payments, pending
-- refunds and scheduled payouts.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  space_id uuid not null references public.spaces (id),
  hold_id uuid references public.space_availability (id) on delete set null,
  -- The booking that this payment created. Null for the payment of a booking change.
  booking_id uuid references public.bookings (id),
  change_id uuid references public.booking_changes (id),
  -- `extends_booking_id` has no foreign key. A second foreign key to bookings would make embedding
  -- in the data API ambiguous.
  extends_booking_id uuid,
  start_time timestamptz not null,
  end_time timestamptz not null,
  buffer_minutes smallint not null default 0,
  guest_count integer not null default 1,
  -- The guest's message to the host, which is sent when the payment becomes a booking. Empty after
  -- the message was sent or the payment was abandoned.
  guest_message text not null default '',
  -- The extras chosen at checkout, in the format of bookings.extras.
  extras jsonb not null default '[]',
  -- The price lines at checkout, in the format of bookings.price_lines.
  price_lines jsonb not null default '[]',
  -- The space's price rules at checkout, as price_rules_of returns them, to price later booking
  -- changes.
  price_rules jsonb,
  currency public.currency_code not null,
  rental_minor bigint not null,
  platform_fee_percentage numeric not null,
  platform_fee_minor bigint not null,
  total_minor bigint not null,
  host_commission_percentage numeric not null,
  host_commission_minor bigint not null,
  host_share_minor bigint not null,
  cancellation_policy text not null,
  time_zone text not null,
  -- True if the card is authorized before it is charged: for a booking request, or for the price
  -- difference of a booking change.
  is_request boolean not null default false,
  -- `authorized` means that the guest has authorized the card and Stripe has not charged it yet.
  status text not null default 'open',
  -- Number of times that the guest has extended the hold by repeating or changing the checkout.
  hold_extensions integer not null default 0,
  stripe_payment_intent_id text,
  -- Creation time of the PaymentIntent by Stripe's clock. In tests, this clock can differ from real
  -- time.
  intent_created_at timestamptz,
  stripe_charge_id text,
  created_at timestamptz not null default now(),
  -- Time at which reconcile-payments last read this payment from Stripe.
  checked_at timestamptz,
  paid_at timestamptz,

  constraint payments_guest_count_at_least_one check (guest_count >= 1),
  constraint payments_guest_message_length check (char_length(guest_message) <= 2000),
  constraint payments_extras_are_a_list check (jsonb_typeof(extras) = 'array'),
  constraint payments_price_lines_are_a_list check (jsonb_typeof(price_lines) = 'array'),
  constraint payments_status_known check (status in ('open', 'authorized', 'paid', 'abandoned')),
  constraint payments_only_requests_are_authorized check (status <> 'authorized' or is_request),
  constraint payments_at_most_two_hold_extensions check (hold_extensions between 0 and 2),
  constraint payments_total_is_rental_plus_fee
    check (total_minor = rental_minor + platform_fee_minor and rental_minor >= 0),
  constraint payments_share_is_rental_minus_commission
    check (host_share_minor = rental_minor - host_commission_minor),
  constraint payments_stripe_payment_intent_id_key unique (stripe_payment_intent_id),
  constraint payments_booking_id_key unique (booking_id)
);

-- A booking change is charged at most once.
create unique index payments_change_id_key on public.payments (change_id)
  where (status <> 'abandoned');
create index payments_user_id_idx on public.payments (user_id, created_at desc);
create index payments_stripe_charge_id_idx on public.payments (stripe_charge_id);
create index payments_hold_id_idx on public.payments (hold_id);
create index payments_open_idx on public.payments (coalesce(checked_at, created_at))
  where (status = 'open');
create index payments_authorized_idx on public.payments (created_at) where (status = 'authorized');

alter table public.payments enable row level security;

create policy "guests read their own payments" on public.payments
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read every payment" on public.payments
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read payments" on public.payments
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.payments from anon, authenticated;
grant select on public.payments to authenticated;

create trigger refuse_inactive_account
  before insert on public.payments
  for each row execute function public.refuse_inactive_account();

-- Rejects payments for spaces of deleted accounts. The lock makes a concurrent account deletion
-- wait.
create function public.refuse_withdrawn_space() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      account_deleted_at timestamptz;
    begin
      select profiles.deleted_at into account_deleted_at
      from public.profiles
      join public.spaces on spaces.user_id = profiles.id
      where spaces.id = new.space_id
      for key share of profiles;
      if account_deleted_at is not null then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      return new;
    end
  $$;

revoke execute on function public.refuse_withdrawn_space from public, anon, authenticated;

create trigger refuse_withdrawn_space
  before insert on public.payments
  for each row execute function public.refuse_withdrawn_space();

-- Taken times for the booking form. `mine` marks the viewer's own hold, because the viewer can
-- still book its time. Times of an unlisted space are visible to its host, its guests and admins,
-- as in the policies of spaces.
create view public.taken_times with (security_barrier) as
  select
    space_availability.space_id,
    space_availability.start_time,
    space_availability.end_time,
    case space_availability.kind
      when 'booking' then 'confirmed'
      when 'hold' then 'held'
      when 'request' then 'held'
      else 'blocked'
    end as status,
    space_availability.kind = 'hold' and exists (
      select from public.payments
      where payments.hold_id = space_availability.id and payments.user_id = (select auth.uid())
    ) as mine
  from public.space_availability
  where space_availability.active
    and (space_availability.expires_at is null or space_availability.expires_at > now())
    and exists (
      select from public.spaces
      where spaces.id = space_availability.space_id and (spaces.is_listed
        or spaces.user_id = (select auth.uid())
        or public.has_booked(spaces.id) or public.is_admin())
    );

revoke all on public.taken_times from anon, authenticated;
grant select on public.taken_times to anon, authenticated;

create table public.webhook_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now(),
  -- Whether the job reconcile-ledger processed the event, because Stripe's webhook did not arrive.
  is_replayed boolean not null default false
);

alter table public.webhook_events enable row level security;
revoke all on public.webhook_events from anon, authenticated;

-- Records that a Stripe event was processed, in the transaction that processes it. Does nothing if
-- p_event_id is null.
create function public.record_webhook_event(p_event_id text, p_event_type text) returns void
  language sql set search_path = '' as $$
    insert into public.webhook_events (id, type)
    select p_event_id, p_event_type where p_event_id is not null
    on conflict (id) do nothing
  $$;

-- Returns the open payments for overlapping times that must be cancelled before a checkout: the
-- guest's own, and those of other guests whose hold has expired. Returns other guests' payments
-- first. If one of them became a booking or a booking request, or is still processing, the checkout
-- fails before it cancels the guest's own payment.
create function public.conflicting_payments(
  p_space_id uuid, p_user_id uuid, p_start timestamptz, p_end timestamptz
) returns setof public.payments
  language sql stable set search_path = '' as $$
    select payments.*
    from public.payments
    left join public.space_availability holds on holds.id = payments.hold_id
    where payments.space_id = p_space_id
      and payments.status = 'open'
      and payments.change_id is null
      and tstzrange(payments.start_time,
        payments.end_time + payments.buffer_minutes * interval '1 minute', '[)')
        && tstzrange(p_start, p_end, '[)')
      and (
        payments.user_id = p_user_id
        or (holds.active and holds.expires_at > now()) is not true
      )
    order by payments.user_id = p_user_id, payments.created_at
  $$;

-- Returns a space if the user may book it for [p_start, p_end). Raises space_not_found, own_space,
-- space_unavailable or an error code that span_problem returns.
create function public.bookable_space(
  p_space_id uuid, p_user_id uuid, p_start timestamptz, p_end timestamptz
) returns public.spaces
  language plpgsql stable security definer set search_path = '' as $$
    declare
      space public.spaces;
    begin
      select * into space from public.spaces where id = p_space_id;
      if not found then
        raise exception using errcode = 'PT404', detail = 'space_not_found',
          message = 'Space not found';
      end if;
      if space.user_id = p_user_id then
        raise exception using errcode = 'PT403', detail = 'own_space',
          message = 'You cannot book your own space';
      end if;
      -- Precedes the later checks, whose errors would reveal prices or times of an unlisted space.
      if not space.is_listed then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      perform public.check_bookable_span(space, p_start, p_end);
      return space;
    end
  $$;

-- Returns true if the host must accept this guest's booking. A host can require acceptance for all
-- guests, or for guests without a verified email and phone. A phone used as a second factor counts
-- as verified.
create function public.needs_answer(p_space public.spaces, p_user_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
    select p_space.booking_mode = 'request'
      or p_space.instant_needs_verified and not (
        public.verified_email(p_user_id) is not null
        and exists (
          select from auth.users where id = p_user_id and phone_confirmed_at is not null
          union all
          select from auth.mfa_factors
          where user_id = p_user_id and factor_type = 'phone' and status = 'verified'))
  $$;

-- Raises slot_taken if a booking, a block or the hold of another user takes a part of [p_start,
-- p_end) or of the buffer after it. Raises already_booked instead for a booking of the user, with
-- the booking's id as hint.
create function public.refuse_taken_time(
  p_space public.spaces, p_user_id uuid, p_start timestamptz, p_end timestamptz
) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      own_booking_id uuid;
    begin
      select bookings.id into own_booking_id
      from public.space_availability as taken
      left join public.bookings on bookings.id = taken.booking_id and bookings.user_id = p_user_id
      where taken.space_id = p_space.id
        and taken.active
        and (taken.expires_at is null or taken.expires_at > now())
        and taken.during && tstzrange(
          p_start, p_end + p_space.buffer_minutes * interval '1 minute', '[)')
        and not (taken.kind = 'hold' and exists (
          select from public.payments
          where payments.hold_id = taken.id and payments.user_id = p_user_id))
      order by bookings.id
      limit 1;
      if not found then return; end if;
      if own_booking_id is not null then
        raise exception using errcode = 'PT409', detail = 'already_booked', hint = own_booking_id,
          message = 'You have already booked this time';
      end if;
      raise exception using errcode = 'PT409', detail = 'slot_taken',
        message = 'This time slot is not available';
    end
  $$;

-- Raises too_many_free_bookings if the guest has reached the daily limit (UTC) of free bookings.
-- Extensions and cancelled bookings count too, because each booking emails the host. The caller
-- must serialize the checkouts of the guest.
create function public.refuse_many_free_bookings(p_user_id uuid) returns void
  language plpgsql stable set search_path = '' as $$
    declare
      most constant integer := (
        select value from public.account_limits where name = 'free_bookings_per_day');
    begin
      if most <= (
        select count(*) from public.payments
        where user_id = p_user_id and total_minor = 0 and change_id is null
          and created_at >= date_trunc('day', now(), 'UTC')
      ) then
        raise exception using errcode = 'PT429', detail = 'too_many_free_bookings',
          message = format('You can make %s free bookings a day. Please try again tomorrow', most);
      end if;
    end
  $$;

-- Raises an error if a guest can't book the space, or if a quote, its extras or the cancellation
-- policy that the guest saw are not those of the space: host_blocked, space_unavailable,
-- price_changed, extras_changed, policy_changed or too_many_guests. p_policy may be null.
create function public.refuse_changed_offer(
  p_space public.spaces, p_user_id uuid, p_start timestamptz, p_end timestamptz, p_quote jsonb,
  p_guest_count integer, p_policy text
) returns void
  language plpgsql stable set search_path = '' as $$
    begin
      if exists (
        select from public.user_blocks
        where user_id = p_user_id and blocked_id = p_space.user_id
      ) then
        raise exception using errcode = 'PT409', detail = 'host_blocked',
          message = 'You have blocked this host. To book, unblock the host in your messages';
      end if;
      -- Raises the same error if the host has blocked the guest, so that the guest does not learn
      -- of the block.
      if not p_space.available or p_space.status <> 'available' or not p_space.is_listed or exists (
        select from public.user_blocks
        where user_id = p_space.user_id and blocked_id = p_user_id
      ) then
        raise exception using errcode = 'PT409', detail = 'space_unavailable',
          message = 'This space is temporarily unavailable';
      end if;
      if p_space.currency <> p_quote ->> 'currency'
        or public.base_price(p_space, p_start, p_end)
          <> public.from_minor((p_quote ->> 'basePriceMinor')::bigint, p_space.currency)
      then
        raise exception using errcode = 'PT409', detail = 'price_changed',
          message = 'The price of this space has just changed. Please check the new price';
      end if;
      if exists (
        select from jsonb_to_recordset(coalesce(p_quote -> 'extras', '[]'))
          as chosen (id uuid, name text, price numeric, unit text)
        where not exists (
          select from public.space_extras extras
          where extras.id = chosen.id and extras.space_id = p_space.id
            and extras.name = chosen.name and extras.price = chosen.price
            and extras.unit = chosen.unit)
      ) then
        raise exception using errcode = 'PT409', detail = 'extras_changed',
          message = 'The extras of this space have just changed. Please choose them again';
      end if;
      if p_policy <> p_space.cancellation_policy then
        raise exception using errcode = 'PT409', detail = 'policy_changed',
          message = format('The cancellation policy of this space has just changed to %s. Please '
            'check the new terms', p_space.cancellation_policy);
      end if;
      if p_guest_count > p_space.capacity then
        raise exception using errcode = 'PT409', detail = 'too_many_guests',
          message = format('This space holds at most %s people', p_space.capacity);
      end if;
    end
  $$;

-- Ends open payments, whose PaymentIntents the caller has cancelled at Stripe, and releases their
-- holds. Locks the payments in the order of their ids, so that concurrent checkouts cannot
-- deadlock.
create function public.release_payments(p_ids uuid[]) returns void
  language plpgsql set search_path = '' as $$
    begin
      perform from public.payments where id = any (p_ids) order by id for update;
      update public.payments set status = 'abandoned', guest_message = ''
      where id = any (p_ids) and status = 'open';
      update public.space_availability set active = false
      where active
        and kind = 'hold'
        and id in (select hold_id from public.payments where id = any (p_ids));
    end
  $$;

-- Holds the slot for 15 minutes and opens a payment for it. Returns the payment with `expires_at`,
-- the time at which its hold expires, and `can_extend`, which is false after the last extension.
-- Raises space_not_found, own_space, host_blocked, space_unavailable, price_changed,
-- extras_changed, policy_changed, too_many_guests, slot_taken, already_booked, too_many_holds,
-- too_many_free_bookings or an error code that span_problem returns.
--
-- p_quote is a `Quote` of domain/fees.ts, computed by the server. p_policy is the cancellation
-- policy that the guest saw, or null. p_abandoned are payments whose PaymentIntents were cancelled
-- at Stripe or never created.
--
-- Repeating the same request extends the hold at most twice and returns the same payment. A request
-- with another number of guests, other extras or an overlapping time replaces the guest's hold. The
-- replacement counts as an extension.
--
-- If other payments conflict, changes nothing and returns {replaces: [...]}, the payments that the
-- caller must first cancel at Stripe.
create function public.begin_checkout(
  p_space_id uuid, p_user_id uuid, p_start timestamptz, p_end timestamptz, p_quote jsonb,
  p_guest_count integer default 1, p_policy text default null,
  p_abandoned uuid[] default '{}'
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      space public.spaces;
      payment public.payments;
      replaced uuid[];
      new_hold_id uuid;
      hold_ends_at timestamptz := now() + interval '15 minutes';
      held_until timestamptz;
      extensions integer;
      chosen_extras constant jsonb := coalesce(p_quote -> 'extras', '[]');
      most_holds constant integer := 5;
      most_extensions constant integer := 2;
      buffer interval;
      needs_answer boolean;
    begin
      -- Rejects a taken slot before locking anything, so that the requests of many guests for one
      -- slot do not wait for each other.
      space := public.bookable_space(p_space_id, p_user_id, p_start, p_end);
      perform public.refuse_taken_time(space, p_user_id, p_start, p_end);

      -- Serializes a user's checkouts, so that the second request of a double click finds the hold
      -- of the first.
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));

      -- The lock makes changes of the space and of its booking rules wait for this transaction.
      perform from public.spaces where id = p_space_id for share;
      space := public.bookable_space(p_space_id, p_user_id, p_start, p_end);
      buffer := space.buffer_minutes * interval '1 minute';
      needs_answer := public.needs_answer(space, p_user_id);
      perform public.refuse_changed_offer(
        space, p_user_id, p_start, p_end, p_quote, p_guest_count, p_policy);

      select payments.* into payment
      from public.payments
      join public.space_availability holds on holds.id = payments.hold_id
      where payments.user_id = p_user_id
        and payments.space_id = p_space_id
        and payments.extends_booking_id is null
        and payments.status = 'open'
        and payments.start_time = p_start
        and payments.end_time = p_end
        and payments.total_minor = (p_quote ->> 'totalMinor')::bigint
        and payments.guest_count = p_guest_count
        and payments.extras = chosen_extras
        and payments.is_request = needs_answer
        and payments.cancellation_policy = space.cancellation_policy
        and holds.active
        and holds.expires_at > now()
      -- Waits for a concurrent confirmation, which turns the hold into a booking.
      for update of payments;
      if found then
        if payment.hold_extensions < most_extensions then
          update public.payments set hold_extensions = hold_extensions + 1 where id = payment.id
          returning * into payment;
          update public.space_availability
          set expires_at = greatest(expires_at, hold_ends_at)
          where id = payment.hold_id
          returning expires_at into hold_ends_at;
        else
          select expires_at into hold_ends_at from public.space_availability
          where id = payment.hold_id;
        end if;
        return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at,
          'can_extend', payment.hold_extensions < most_extensions);
      end if;

      select coalesce(array_agg(id), '{}') into replaced
      from public.conflicting_payments(p_space_id, p_user_id, p_start, p_end + buffer);

      if (p_quote ->> 'totalMinor')::bigint = 0 then
        perform public.refuse_many_free_bookings(p_user_id);
      end if;
      if most_holds <= (
        select count(*) from public.payments
        join public.space_availability holds on holds.id = payments.hold_id
        where payments.user_id = p_user_id
          and payments.status = 'open'
          and payments.id <> all (replaced)
          and holds.active
          and holds.expires_at > now()
      ) then
        raise exception using errcode = 'PT409', detail = 'too_many_holds',
          message = format('You have %s unfinished checkouts. Please finish one of them, or wait '
            'until they expire', most_holds);
      end if;

      if not replaced <@ p_abandoned then
        return jsonb_build_object('replaces', (
          select jsonb_agg(to_jsonb(payments) order by array_position(replaced, id))
          from public.payments
          where id = any (replaced) and id <> all (p_abandoned)));
      end if;

      select max(payments.hold_extensions) + 1, max(holds.expires_at) into extensions, held_until
      from public.payments
      join public.space_availability holds on holds.id = payments.hold_id
      where payments.id = any (replaced || p_abandoned)
        and payments.user_id = p_user_id
        and holds.expires_at > now();
      if extensions > most_extensions then
        extensions := most_extensions;
        hold_ends_at := held_until;
      end if;

      perform public.release_payments(replaced);
      new_hold_id := public.take_slot(
        p_space_id, p_start, p_end, 'hold', hold_ends_at, null, nullif(p_end + buffer, p_end));
      if new_hold_id is null then
        perform public.refuse_taken_time(space, p_user_id, p_start, p_end);
        raise exception using errcode = 'PT409', detail = 'slot_taken',
          message = 'This time slot is not available';
      end if;

      insert into public.payments (
        user_id, space_id, hold_id, start_time, end_time, buffer_minutes, guest_count, extras, price_lines, price_rules, currency,
        rental_minor,
        platform_fee_percentage, platform_fee_minor, total_minor,
        host_commission_percentage, host_commission_minor, host_share_minor,
        cancellation_policy, time_zone, is_request, hold_extensions
      ) values (
        p_user_id, p_space_id, new_hold_id, p_start, p_end, space.buffer_minutes, p_guest_count, chosen_extras,
        coalesce(p_quote -> 'priceLines', '[]'), public.price_rules_of(space), p_quote ->> 'currency',
        (p_quote ->> 'rentalMinor')::bigint,
        (p_quote ->> 'platformFeePercentage')::numeric,
        (p_quote ->> 'platformFeeMinor')::bigint,
        (p_quote ->> 'totalMinor')::bigint,
        (p_quote ->> 'hostCommissionPercentage')::numeric,
        (p_quote ->> 'hostCommissionMinor')::bigint,
        (p_quote ->> 'hostShareMinor')::bigint,
        space.cancellation_policy, space.time_zone, needs_answer, coalesce(extensions, 0)
      ) returning * into payment;
      return to_jsonb(payment) || jsonb_build_object('expires_at', hold_ends_at,
        'can_extend', payment.hold_extensions < most_extensions);
    end
  $$;

-- Stores a payment's PaymentIntent, unless the payment already has one. Returns true if the payment
-- is still open.
create function public.attach_payment_intent(
  p_payment_id uuid, p_payment_intent_id text, p_created_at timestamptz
) returns boolean
  language sql set search_path = '' as $$
    update public.payments
    set stripe_payment_intent_id = p_payment_intent_id, intent_created_at = p_created_at
    where id = p_payment_id and stripe_payment_intent_id is null;
    select status = 'open' from public.payments where id = p_payment_id
  $$;

-- Returns a payment. If the payment paid for an applied booking change, sets booking_id to the
-- changed booking.
create function public.payment_of(p_payment_id uuid) returns public.payments
  language plpgsql stable set search_path = '' as $$
    declare
      payment public.payments;
    begin
      select * into payment from public.payments where id = p_payment_id;
      if payment.change_id is not null and payment.status = 'paid' then
        select booking_id into payment.booking_id from public.booking_changes
        where id = payment.change_id and status = 'done';
      end if;
      return payment;
    end
  $$;

-- Locks a payment and returns it like payment_of. To avoid deadlocks, every payment function locks
-- the booking's first payment before the payment of a booking change.
create function public.locked_payment(p_payment_id uuid) returns public.payments
  language plpgsql set search_path = '' as $$
    begin
      perform from public.payments
      where booking_id = (
        select changes.booking_id from public.booking_changes changes
        join public.payments on payments.change_id = changes.id
        where payments.id = p_payment_id)
      for update;
      perform from public.payments where id = p_payment_id for update;
      return public.payment_of(p_payment_id);
    end
  $$;

create function public.booking_payments(p_booking_id uuid) returns setof public.payments
  language sql stable set search_path = '' as $$
    select * from public.payments where booking_id = p_booking_id
    union all
    select payments.*
    from public.booking_changes changes
    join public.payments on payments.change_id = changes.id and payments.status = 'paid'
    where changes.booking_id = p_booking_id and changes.status = 'done'
  $$;

-- Books the slot of a payment that the caller has locked. Returns the booking's id, or null if the
-- slot is taken. The row of the hold becomes the row of the booking, so that the slot is never free
-- in between.
create function public.book_slot(
  payment public.payments, p_status text, p_charge_id text default null
) returns uuid
  language plpgsql set search_path = '' as $$
    declare
      new_booking_id uuid := gen_random_uuid();
      slot_kind constant text := case p_status when 'requested' then 'request' else 'booking' end;
      slot_id uuid;
    begin
      -- Inserts the booking first, because the slot's row has a foreign key to it.
      insert into public.bookings (
        id, user_id, space_id, start_time, end_time, buffer_minutes, currency, rental_amount,
        platform_fee_percentage, platform_fee_amount, total_price,
        host_commission_percentage, host_commission_amount, host_share_amount,
        cancellation_policy, time_zone, guest_count, extras, price_lines, extends_booking_id, status,
        answer_by
      ) values (
        new_booking_id, payment.user_id, payment.space_id, payment.start_time, payment.end_time,
        payment.buffer_minutes, payment.currency,
        public.from_minor(payment.rental_minor, payment.currency),
        payment.platform_fee_percentage,
        public.from_minor(payment.platform_fee_minor, payment.currency),
        public.from_minor(payment.total_minor, payment.currency),
        payment.host_commission_percentage,
        public.from_minor(payment.host_commission_minor, payment.currency),
        public.from_minor(payment.host_share_minor, payment.currency),
        payment.cancellation_policy, payment.time_zone, payment.guest_count, payment.extras,
        payment.price_lines, payment.extends_booking_id, p_status,
        case p_status
          when 'requested' then least(now() + interval '24 hours', payment.start_time)
        end
      );

      if payment.extends_booking_id is not null then
        slot_id := public.take_extension_slot(payment, new_booking_id);
      else
        update public.space_availability
        set kind = slot_kind, booking_id = new_booking_id, expires_at = null
        where id = payment.hold_id and active
        returning id into slot_id;
      end if;

      if slot_id is null and payment.extends_booking_id is null then
        slot_id := public.take_slot(
          payment.space_id, payment.start_time, payment.end_time, slot_kind, null, new_booking_id,
          nullif(payment.end_time + payment.buffer_minutes * interval '1 minute', payment.end_time));
      end if;
      if slot_id is null then
        delete from public.bookings where id = new_booking_id;
        return null;
      end if;
      perform public.send_checkout_message(payment);
      update public.payments
      set booking_id = new_booking_id, hold_id = slot_id, guest_message = '',
        status = case p_status when 'requested' then 'authorized' else 'paid' end,
        paid_at = case p_status when 'confirmed' then now() end, stripe_charge_id = p_charge_id
      where id = payment.id;
      return new_booking_id;
    end
  $$;

-- Confirms the booking of a payment that Stripe has charged. Records a full refund instead if the
-- slot is taken, its time is over or the booking request was not accepted. Returns
-- {outcome: confirmed | refund_due, booking_id, payment_id}. Raises payment_not_found or
-- amount_mismatch.
create function public.confirm_booking(
  p_payment_id uuid, p_charge_id text, p_amount_minor bigint, p_currency text,
  p_event_id text default null, p_event_type text default null,
  p_payment_intent_id text default null, p_intent_created_at timestamptz default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      confirmed_id uuid;
      is_confirmed boolean;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);

      payment := public.locked_payment(p_payment_id);
      if payment.id is null then
        raise exception using errcode = 'PT404', detail = 'payment_not_found',
          message = 'Payment not found';
      end if;
      if payment.status = 'paid' then
        select status <> 'expired' and (answer is null or answer = 'accepted') into is_confirmed
        from public.bookings where id = payment.booking_id;
        return jsonb_build_object(
          'outcome', case when is_confirmed then 'confirmed' else 'refund_due' end,
          'booking_id', payment.booking_id,
          'payment_id', payment.id);
      end if;
      -- Stores the PaymentIntent's id again. Refunds need the id, but a crash or a restored backup
      -- may have lost it.
      if payment.stripe_payment_intent_id is null and p_payment_intent_id is not null then
        perform public.attach_payment_intent(
          p_payment_id, p_payment_intent_id, p_intent_created_at);
      end if;
      if p_amount_minor <> payment.total_minor or upper(p_currency) <> payment.currency then
        raise exception using errcode = 'PT409', detail = 'amount_mismatch',
          message = 'The amount paid is not the amount of this booking';
      end if;
      if payment.change_id is not null then
        return public.record_paid_change(payment, p_charge_id);
      end if;

      if payment.end_time <= now() then
        -- A booking or extension whose time is over is not confirmed, because the guest did not
        -- know that it was booked. If the time has started but not ended, it is confirmed, because
        -- the guest may be in the space.
        update public.space_availability set active = false
        where id = payment.hold_id and active and kind in ('hold', 'request');
        update public.bookings
        set status = 'expired', answer = coalesce(answer, 'expired'),
          answered_at = coalesce(answered_at, now())
        where id = payment.booking_id and status = 'requested';
      elsif payment.status = 'authorized' then
        -- If the payment of a booking request was captured in the Stripe dashboard, the request
        -- counts as accepted.
        update public.bookings
        set status = 'confirmed', answer = 'accepted', answered_at = coalesce(answered_at, now())
        where id = payment.booking_id and status = 'requested'
        returning id into confirmed_id;
        update public.space_availability set kind = 'booking'
        where booking_id = confirmed_id and active;
      else
        confirmed_id := public.book_slot(payment, 'confirmed', p_charge_id);
      end if;

      update public.payments
      set status = 'paid', paid_at = now(), stripe_charge_id = p_charge_id
      where id = payment.id and status <> 'paid';

      if confirmed_id is null then
        if payment.total_minor > 0 then
          perform public.record_in_ledger(payment, 'charge', p_amount_minor, p_charge_id);
          insert into public.refunds (payment_id, amount_minor, currency, reason)
          values (payment.id, payment.total_minor, payment.currency,
            case
              when payment.booking_id is not null then 'request_ended'
              when payment.end_time <= now() then 'paid_too_late'
              else 'slot_taken'
            end);
          perform public.settle_payment(payment.id);
        end if;
        return jsonb_build_object(
          'outcome', 'refund_due', 'booking_id', payment.booking_id, 'payment_id', payment.id);
      end if;

      if p_amount_minor > 0 then
        perform public.record_charge(payment, confirmed_id, p_amount_minor, p_charge_id);
      end if;
      insert into public.payouts (booking_id, host_id, amount_minor, currency, due_at)
      select confirmed_id, spaces.user_id, payment.host_share_minor, payment.currency,
        payment.end_time + interval '24 hours'
      from public.spaces
      where spaces.id = payment.space_id and payment.host_share_minor > 0;
      return jsonb_build_object(
        'outcome', 'confirmed', 'booking_id', confirmed_id, 'payment_id', payment.id);
    end
  $$;

-- Returns the booking of a PaymentIntent whose payment is recorded as paid, and records the Stripe
-- event. Returns no row if the booking does not exist yet, or if the host did not accept it.
create function public.booking_of_intent(
  p_payment_intent_id text, p_event_id text default null, p_event_type text default null
) returns table (id uuid, user_id uuid)
  language sql set search_path = '' as $$
    with booking as (
      select bookings.id, bookings.user_id
      from public.payments
      join public.bookings on bookings.id = payments.booking_id
      where payments.stripe_payment_intent_id = p_payment_intent_id
        and payments.status = 'paid'
        and bookings.status <> 'expired'
        and (bookings.answer is null or bookings.answer = 'accepted')
    ),
    recorded as (
      insert into public.webhook_events (id, type)
      select p_event_id, p_event_type from booking where p_event_id is not null
      on conflict (id) do nothing
    )
    select id, user_id from booking
  $$;

-- Abandons a payment, releases its slot and deletes the guest's message. The caller must cancel the
-- PaymentIntent at Stripe first. With p_only_without_intent, keeps a payment for which a concurrent
-- request has created a PaymentIntent.
create function public.abandon_payment(
  p_payment_id uuid, p_event_id text default null, p_event_type text default null,
  p_only_without_intent boolean default false
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      perform public.locked_payment(p_payment_id);
      update public.payments set status = 'abandoned', guest_message = ''
      where id = p_payment_id
        and status in ('open', 'authorized')
        and not (p_only_without_intent and stripe_payment_intent_id is not null)
      returning * into payment;
      if not found then return; end if;
      update public.bookings
      set status = 'expired', answer = coalesce(answer, 'expired'),
        answered_at = coalesce(answered_at, now())
      where id = payment.booking_id and status = 'requested';
      update public.space_availability set active = false
      where id = payment.hold_id and kind in ('hold', 'request');
      if payment.change_id is not null then
        perform public.end_unpaid_change(payment.change_id);
      end if;
    end
  $$;

-- Extends a hold to at least an hour from now while a bank processes the payment. A direct debit
-- takes days, so reconcile-payments repeats this call.
create function public.hold_while_processing(p_payment_id uuid) returns void
  language sql set search_path = '' security definer as $$
    update public.space_availability holds
    set expires_at = greatest(holds.expires_at, now() + interval '1 hour')
    from public.payments
    where payments.id = p_payment_id and payments.status = 'open'
      and holds.id = payments.hold_id and holds.active and holds.kind = 'hold'
  $$;

-- Returns open payments with an expired hold and sets their checked_at. Payments checked longest
-- ago come first, so that failing payments do not delay other payments. p_as_of is the time of
-- Stripe's clock, which can be ahead of real time in tests.
create function public.lapsed_payments(p_as_of timestamptz, p_limit integer default 100)
  returns setof public.payments
  language sql set search_path = '' as $$
    update public.payments set checked_at = clock_timestamp()
    where id in (
      select payments.id
      from public.payments
      left join public.space_availability holds on holds.id = payments.hold_id
      where payments.status = 'open'
        and (
          holds.id is null
          or not holds.active
          or holds.expires_at <= now()
          or payments.intent_created_at + (holds.expires_at - payments.created_at) <= p_as_of
        )
        -- The payment of a booking change has no slot hold, so it expires 15 minutes after its
        -- creation.
        and (payments.change_id is null or payments.created_at <= now() - interval '15 minutes')
      order by coalesce(payments.checked_at, payments.created_at)
      limit p_limit
      for update of payments skip locked)
    returning *
  $$;

-- Returns open payments that have a PaymentIntent and sets their checked_at. Payments checked
-- longest ago come first.
create function public.unsettled_payments(p_limit integer default 100)
  returns setof public.payments
  language sql set search_path = '' as $$
    update public.payments set checked_at = clock_timestamp()
    where id in (
      select id from public.payments
      where status = 'open' and stripe_payment_intent_id is not null
      order by coalesce(checked_at, created_at)
      limit p_limit
      for update skip locked)
    returning *
  $$;

revoke execute on function
  public.record_webhook_event, public.conflicting_payments, public.bookable_space,
  public.refuse_taken_time, public.refuse_changed_offer, public.refuse_many_free_bookings,
  public.release_payments,
  public.needs_answer, public.book_slot, public.payment_of, public.locked_payment,
  public.booking_payments,
  public.begin_checkout, public.attach_payment_intent, public.confirm_booking,
  public.booking_of_intent, public.abandon_payment, public.hold_while_processing, public.lapsed_payments,
  public.unsettled_payments
from public, anon, authenticated;
grant execute on function
  public.record_webhook_event, public.bookable_space, public.begin_checkout,
  public.attach_payment_intent,
  public.confirm_booking, public.booking_of_intent, public.abandon_payment,
  public.hold_while_processing, public.lapsed_payments, public.unsettled_payments
to service_role;
