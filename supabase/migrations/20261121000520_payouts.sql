-- The steps of a booking's money, third part: the host's share, and what may hold it up.

-- Payouts that may be made at p_as_of: due, not frozen, and the host can receive money.
create function public.due_payouts(p_as_of timestamptz, p_limit integer default 100)
  returns table (
    id uuid, booking_id uuid, payment_id uuid, amount_minor bigint, currency text,
    attempt integer, stripe_account_id text, stripe_charge_id text
  )
  language sql stable set search_path = ''
  as $$
    select payouts.id, payouts.booking_id, payments.id, payouts.amount_minor,
      payouts.currency::text, payouts.attempt, profiles.stripe_account_id, payments.stripe_charge_id
    from public.payouts
    join public.profiles on profiles.id = payouts.host_id
    join public.payments on payments.booking_id = payouts.booking_id
    where payouts.status = 'scheduled'
      and payouts.frozen_at is null
      and payouts.due_at <= p_as_of
      and (payouts.retry_at is null or payouts.retry_at <= now())
      and payouts.amount_minor > 0
      and profiles.stripe_onboarding_complete
      and profiles.stripe_account_id is not null
    order by payouts.due_at
    limit p_limit
  $$;

-- Stripe has made the transfer: a fact, also for a payout that was called off at the same moment.
create function public.record_payout(p_payout_id uuid, p_transfer_id text) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payout public.payouts;
    begin
      update public.payouts
      set status = 'paid', stripe_transfer_id = p_transfer_id, paid_at = now(), last_error = null
      where id = p_payout_id and status <> 'paid'
      returning * into payout;
      if found then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        select payments.id, payout.booking_id, 'transfer', -payout.amount_minor,
          payout.currency, p_transfer_id
        from public.payments where payments.booking_id = payout.booking_id
        on conflict (kind, stripe_id) do nothing;
      end if;
    end
  $$;

-- Stripe has refused the transfer; the next try is a new attempt, as with a refund.
create function public.record_payout_refusal(p_payout_id uuid, p_attempt integer, p_error text)
  returns void
  language sql set search_path = ''
  as $$
    update public.payouts
    set attempt = attempt + 1, last_error = left(p_error, 500),
      retry_at = now()
        + least(interval '5 minutes' * power(2, least(attempt, 12) - 1), interval '1 day')
    where id = p_payout_id and attempt = p_attempt and status = 'scheduled'
  $$;

-- A dispute freezes the payout of its booking until it is won; a lost one ends it.
-- p_state: open | won | lost. Amount in minor units; 0 for an enquiry, which moves no money yet.
create function public.record_dispute(
  p_charge_id text, p_dispute_id text, p_state text, p_amount_minor bigint,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payment public.payments;
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      select * into payment from public.payments where stripe_charge_id = p_charge_id;
      if not found then
        return;
      end if;
      if p_amount_minor > 0 then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        values (payment.id, payment.booking_id, 'dispute', -p_amount_minor, payment.currency,
          p_dispute_id)
        on conflict (kind, stripe_id) do nothing;
      end if;
      if p_state = 'won' and p_amount_minor > 0 then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        values (payment.id, payment.booking_id, 'dispute_won', p_amount_minor, payment.currency,
          p_dispute_id)
        on conflict (kind, stripe_id) do nothing;
      end if;
      -- A look at the dispute that was overtaken by the look that found it won.
      if p_state = 'open' and exists (
        select from public.ledger_entries
        where kind = 'dispute_won' and stripe_id = p_dispute_id
      ) then
        return;
      end if;
      update public.payouts
      set frozen_at = case when p_state = 'open' then coalesce(frozen_at, now()) end,
        status = case when p_state = 'lost' then 'cancelled' else status end
      where booking_id = payment.booking_id and status = 'scheduled';
    end
  $$;

-- What Stripe says of a connected account. One that is ready again need not wait for its payouts.
create function public.record_host_account(
  p_account_id text, p_complete boolean,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      update public.profiles set stripe_onboarding_complete = p_complete
      where stripe_account_id = p_account_id;
      if p_complete then
        update public.payouts set retry_at = null
        from public.profiles
        where profiles.stripe_account_id = p_account_id
          and payouts.host_id = profiles.id
          and payouts.status = 'scheduled'
          and payouts.retry_at is not null;
      end if;
    end
  $$;

-- Remembers the account that Stripe made for a host. The first one stays; the answer is the one
-- to use.
create function public.attach_host_account(p_user_id uuid, p_account_id text) returns text
  language sql set search_path = ''
  as $$
    update public.profiles set stripe_account_id = coalesce(stripe_account_id, p_account_id)
    where id = p_user_id
    returning stripe_account_id
  $$;

-- Only the server's own functions take these steps.
revoke execute on function
  public.due_payouts,
  public.record_payout,
  public.record_payout_refusal,
  public.record_dispute,
  public.record_host_account,
  public.attach_host_account
from public, anon, authenticated;
grant execute on function
  public.due_payouts,
  public.record_payout,
  public.record_payout_refusal,
  public.record_dispute,
  public.record_host_account,
  public.attach_host_account
to service_role;
