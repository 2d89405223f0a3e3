-- A refund whose idempotency key leads nowhere: Stripe keeps a failure of its own under it, or the first
-- request, which nobody saw the answer of, asked for more than is left to give by now. It had to wait
-- until Stripe forgot the key, a day later.

alter table public.refunds
  -- Which idempotency key of the attempt is in use. A new key is no new attempt: whatever Stripe made
  -- under an earlier one is this attempt's refund.
  add column key_number integer not null default 1;

drop function public.pending_refunds(uuid, integer);

-- Refunds that are owed and not yet made, with the PaymentIntent to refund, oldest first; of one
-- payment or of all. While a dispute holds the money Stripe refunds nothing; asking would only count as
-- an attempt.
create function public.pending_refunds(
  p_payment_id uuid default null, p_limit integer default 100
)
  returns table (
    id uuid, payment_id uuid, amount_minor bigint, currency text, reason text,
    attempt integer, key_number integer, stripe_payment_intent_id text
  )
  language sql stable set search_path = ''
  as $$
    select refunds.id, refunds.payment_id, refunds.amount_minor, refunds.currency::text,
      refunds.reason, refunds.attempt, refunds.key_number, payments.stripe_payment_intent_id
    from public.refunds
    join public.payments on payments.id = refunds.payment_id
    where refunds.status = 'pending'
      and (refunds.retry_at is null or refunds.retry_at <= now())
      and (p_payment_id is null or refunds.payment_id = p_payment_id)
      and not exists (
        select from public.disputes
        where disputes.payment_id = refunds.payment_id and disputes.status = 'open')
    order by refunds.created_at
    limit p_limit
  $$;

-- Stripe answers nothing new under a refund's key. The next one waits until no request with this one can
-- be on its way: then a look at Stripe tells whether it was made after all.
create function public.record_spent_refund_key(
  p_refund_id uuid, p_attempt integer, p_key_number integer, p_error text
) returns void
  language sql set search_path = ''
  as $$
    update public.refunds
    set key_number = key_number + 1, last_error = left(p_error, 500),
      retry_at = now() + interval '5 minutes'
    where id = p_refund_id and attempt = p_attempt and key_number = p_key_number
      and status = 'pending'
  $$;

revoke execute on function public.pending_refunds, public.record_spent_refund_key
from public, anon, authenticated;
grant execute on function public.pending_refunds, public.record_spent_refund_key to service_role;
