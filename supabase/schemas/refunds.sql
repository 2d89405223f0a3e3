-- A refund is inserted before it is requested from Stripe, so that it is not lost in a crash.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  amount_minor bigint not null,
  currency public.currency_code not null,
  reason text not null,
  -- The booking change that lowered the price. Null for other refunds.
  change_id uuid references public.booking_changes (id),
  -- pending: not requested; processing: requested from Stripe; failed: an admin must decide;
  -- settled: an admin paid by other means; void: a lost dispute or another refund replaces it.
  status text not null default 'pending',
  -- Number of the attempt, part of the refund's idempotency key. A refusal by Stripe increases it,
  -- a crash does not.
  attempt integer not null default 1,
  -- Second part of the idempotency key, after `attempt`. It increases if Stripe returns a stored
  -- error for the current key. A refund that Stripe made with an earlier key of the same attempt is
  -- recorded too.
  key_number integer not null default 1,
  last_error text,
  retry_at timestamptz,
  stripe_refund_id text,
  created_at timestamptz not null default now(),
  attempted_at timestamptz,
  settled_at timestamptz,
  -- Time at which the guest's bank last returned the refund, or at which Stripe finally refused it.
  failed_at timestamptz,

  constraint refunds_amount_positive check (amount_minor > 0),
  constraint refunds_reason_known
    check (reason in (
      'cancelled_by_guest', 'cancelled_by_host', 'cancelled_by_admin', 'no_access',
      'not_as_described', 'slot_taken', 'paid_too_late', 'request_ended', 'booking_changed',
      'made_at_stripe')),
  constraint refunds_of_changes check ((reason = 'booking_changed') = (change_id is not null)),
  constraint refunds_status_known
    check (status in ('pending', 'processing', 'succeeded', 'failed', 'settled', 'void')),
  constraint refunds_stripe_refund_id_key unique (stripe_refund_id)
);

create unique index refunds_once_per_reason on public.refunds (payment_id, reason, change_id)
  nulls not distinct
  where (reason <> 'made_at_stripe');
create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_pending_idx on public.refunds (created_at) where (status = 'pending');
create index refunds_failed_idx on public.refunds (failed_at) where (status = 'failed');

alter table public.refunds enable row level security;

create policy "guests read their own refunds" on public.refunds
  for select to authenticated using (
    exists (
      select from public.payments
      where payments.id = refunds.payment_id and payments.user_id = (select auth.uid())
    )
  );
create policy "admins read every refund" on public.refunds
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read refunds" on public.refunds
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.refunds from anon, authenticated;
grant select on public.refunds to authenticated;

-- Records refunds for a booking, newest payment first, until their total is p_amount_minor or
-- nothing remains of the booking's payments. Returns the total.
create function public.owe_refund(
  p_booking_id uuid, p_amount_minor bigint, p_reason text, p_change_id uuid default null
) returns bigint
  language plpgsql set search_path = '' as $$
    declare
      payment public.payments;
      part bigint;
      owed bigint := 0;
    begin
      for payment in
        select * from public.booking_payments(p_booking_id) order by change_id is null, paid_at desc
      loop
        -- Uses coalesce, because least() ignores nulls and would refund the whole payment.
        part := least(coalesce(p_amount_minor, 0) - owed, public.refundable_minor(payment));
        continue when part <= 0;
        insert into public.refunds (payment_id, amount_minor, currency, reason, change_id)
        values (payment.id, part, payment.currency, p_reason, p_change_id);
        owed := owed + part;
      end loop;
      return owed;
    end
  $$;

-- Returns due refunds of all payments or of the booking of p_payment_id. Refunds attempted longest
-- ago come first. Omits refunds of disputed payments, because Stripe refuses them.
create function public.pending_refunds(p_payment_id uuid default null, p_limit integer default 100)
  returns table (
    id uuid, payment_id uuid, amount_minor bigint, currency text, reason text,
    attempt integer, key_number integer, stripe_payment_intent_id text
  )
  language sql stable set search_path = '' as $$
    select refunds.id, refunds.payment_id, refunds.amount_minor, refunds.currency::text,
      refunds.reason, refunds.attempt, refunds.key_number, payments.stripe_payment_intent_id
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    where refunds.status = 'pending'
      and (refunds.retry_at is null or refunds.retry_at <= now())
      and (p_payment_id is null or refunds.payment_id = p_payment_id or refunds.payment_id in (
        select paid.id from public.booking_payments((public.payment_of(p_payment_id)).booking_id)
          as paid))
      and not exists (
        select from public.disputes
        where disputes.payment_id = refunds.payment_id and disputes.status = 'open')
    order by coalesce(refunds.attempted_at, refunds.created_at)
    limit p_limit
  $$;

-- Returns true if a refund that failed with Stripe's `failure_reason` should be requested again.
-- https://docs.stripe.com/refunds#failed-refunds
create function public.is_refund_retryable(p_reason text, p_attempt integer) returns boolean
  language sql immutable set search_path = '' as $$
    select p_attempt < 3 and coalesce(p_reason, 'unknown') not in
      ('lost_or_stolen_card', 'expired_or_canceled_card', 'merchant_request')
  $$;

-- Cancels a confirmed booking whose payments were refunded in full, if it has not started. At least
-- one of the refunds must have been made in the Stripe dashboard. The caller must lock the payment.
create function public.release_refunded_booking(p_booking_id uuid) returns void
  language plpgsql set search_path = '' as $$
    begin
      update public.bookings
      set status = 'cancelled', cancelled_at = now(), cancelled_by = 'admin',
        cancel_note = 'The payment was refunded in full.'
      where id = p_booking_id and status = 'confirmed' and start_time > now()
        and (
          select bool_or(reason = 'made_at_stripe') and sum(amount_minor) >= (
            select sum(total_minor) from public.booking_payments(p_booking_id))
          from public.refunds
          where payment_id in (select id from public.booking_payments(p_booking_id))
            and status = 'succeeded');
      if not found then return; end if;
      perform public.free_slot(p_booking_id);
      update public.payouts set agreed_minor = 0 where booking_id = p_booking_id;
    end
  $$;

-- Replaces a failed refund of p_amount_minor that was made in the Stripe dashboard. Does so only if
-- an admin has cancelled the booking, because the guest is then still owed the money. First makes
-- the refunds pending again that the failed refund had voided. Then refunds the rest, up to the
-- booking's price, as a cancellation. Returns whether these refunds cover p_amount_minor. The
-- caller must lock the payment.
create function public.replace_dashboard_refund(payment public.payments, p_amount_minor bigint)
  returns boolean
  language plpgsql set search_path = '' as $$
    declare
      retried_at timestamptz := now() + interval '1 day';
      replaced bigint;
      rest bigint;
    begin
      if not exists (
        select from public.bookings where id = payment.booking_id and cancelled_by = 'admin') then
        return false;
      end if;
      with pending_again as (
        update public.refunds set status = 'pending', retry_at = retried_at, failed_at = now()
        where payment_id = payment.id and status = 'void' and reason <> 'made_at_stripe'
        returning amount_minor
      )
      select coalesce(sum(amount_minor), 0) into replaced from pending_again;

      select least(p_amount_minor - replaced,
        public.to_minor(total_price, currency) - public.promised_refunds(id))
      into rest
      from public.bookings where id = payment.booking_id;
      if rest > 0 then
        insert into public.refunds (payment_id, amount_minor, currency, reason, retry_at, failed_at)
        values (payment.id, rest, payment.currency, 'cancelled_by_admin', retried_at, now())
        on conflict do nothing;
        if found then replaced := replaced + rest; end if;
      end if;
      return replaced >= p_amount_minor;
    end
  $$;

-- Stores the state that Stripe reports for a refund. Idempotent. Ignores stale events, so that
-- events may arrive in any order. p_has_left_balance: the refund was deducted from the Stripe
-- balance. p_refund_id and p_attempt are null for a refund made in the Stripe dashboard.
create function public.record_refund(
  p_payment_id uuid, p_stripe_refund_id text, p_status text, p_amount_minor bigint,
  p_has_left_balance boolean, p_refund_id uuid default null, p_attempt integer default null,
  p_failure_reason text default null,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      refund public.refunds;
      has_failed boolean := p_status in ('failed', 'canceled');
      event_attempt integer;
      is_replaced boolean := false;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      payment := public.locked_payment(p_payment_id);
      -- Ignores the refund that Stripe lists for an authorization released without a charge.
      if payment.id is null or payment.status <> 'paid' then return; end if;

      select * into refund from public.refunds
      where payment_id = payment.id and (id = p_refund_id or stripe_refund_id = p_stripe_refund_id)
      order by id = p_refund_id desc nulls last
      limit 1;
      if not found then
        insert into public.refunds
          (payment_id, amount_minor, currency, reason, status, stripe_refund_id)
        values (payment.id, p_amount_minor, payment.currency, 'made_at_stripe', 'processing',
          p_stripe_refund_id)
        returning * into refund;
      end if;

      if p_has_left_balance then
        perform public.record_in_ledger(payment, 'refund', -p_amount_minor, p_stripe_refund_id);
        if has_failed then
          perform public.record_in_ledger(
            payment, 'refund_failed', p_amount_minor, p_stripe_refund_id);
        end if;
      end if;

      -- Ignores stale events: events of earlier attempts, and events after a recorded failure.
      event_attempt := coalesce(
        p_attempt,
        case when coalesce(refund.stripe_refund_id, p_stripe_refund_id) = p_stripe_refund_id
          then refund.attempt else 0 end);
      if event_attempt = refund.attempt and refund.status in ('pending', 'processing', 'succeeded') then
        if has_failed then
          if refund.reason = 'made_at_stripe' then
            is_replaced := public.replace_dashboard_refund(payment, p_amount_minor);
          end if;
          update public.refunds
          set status = case
              when is_replaced then 'void'
              when reason <> 'made_at_stripe'
                and public.is_refund_retryable(p_failure_reason, attempt) then 'pending'
              else 'failed'
            end,
            attempt = attempt + 1,
            last_error = left(coalesce(p_failure_reason, p_status), 500),
            retry_at = now() + interval '1 day',
            failed_at = now(), settled_at = null, stripe_refund_id = p_stripe_refund_id
          where id = refund.id;
        else
          update public.refunds
          set status = case
              when p_status = 'succeeded' or status = 'succeeded' then 'succeeded'
              else 'processing'
            end,
            amount_minor = p_amount_minor, stripe_refund_id = p_stripe_refund_id,
            settled_at = case when p_status = 'succeeded' then coalesce(settled_at, now())
              else settled_at end
          where id = refund.id;
          perform public.release_refunded_booking(payment.booking_id);
        end if;
      end if;
      perform public.settle_payment(payment.id);
    end
  $$;

-- Schedules another attempt after Stripe has refused a refund. After three refusals, an admin
-- decides.
create function public.record_refund_refusal(p_refund_id uuid, p_attempt integer, p_error text)
  returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment_id_of_refund uuid := (select payment_id from public.refunds where id = p_refund_id);
    begin
      perform public.locked_payment(payment_id_of_refund);
      update public.refunds
      set attempt = attempt + 1, last_error = left(p_error, 500),
        status = case when attempt < 3 then status else 'failed' end,
        failed_at = case when attempt < 3 then failed_at else now() end,
        retry_at = now() + public.retry_delay(attempt, '5 minutes', '1 day')
      where id = p_refund_id and attempt = p_attempt and status = 'pending';
      perform public.settle_payment(payment_id_of_refund);
    end
  $$;

-- Uses a new idempotency key after Stripe has replayed an error for the current key. Waits 5
-- minutes, so that no request with the current key is in flight.
-- https://docs.stripe.com/api/idempotent_requests
create function public.replace_refund_key(
  p_refund_id uuid, p_attempt integer, p_key_number integer, p_error text
) returns void
  language sql set search_path = '' as $$
    update public.refunds
    set key_number = key_number + 1, last_error = left(p_error, 500),
      retry_at = now() + interval '5 minutes'
    where id = p_refund_id and attempt = p_attempt and key_number = p_key_number
      and status = 'pending'
  $$;

revoke execute on function
  public.owe_refund, public.pending_refunds, public.is_refund_retryable,
  public.release_refunded_booking, public.replace_dashboard_refund, public.record_refund,
  public.record_refund_refusal, public.replace_refund_key
from public, anon, authenticated;
grant execute on function
  public.pending_refunds, public.record_refund, public.record_refund_refusal,
  public.replace_refund_key
to service_role;
