-- A payment may be given up while its PaymentIntent is being made: a twin of the request got no answer
-- from Stripe, or the guest chose another span. Whoever made the intent learns of it here.

drop function public.attach_payment_intent(uuid, text, timestamptz);

-- Remembers which PaymentIntent pays for a payment, and since when by Stripe's clock. The first one
-- stays. Returns whether the payment is open; if not, nobody should be asked to make it.
create function public.attach_payment_intent(
  p_payment_id uuid, p_payment_intent_id text, p_created_at timestamptz
) returns boolean
  language sql set search_path = ''
  as $$
    update public.payments
    set stripe_payment_intent_id = p_payment_intent_id, intent_created_at = p_created_at
    where id = p_payment_id and stripe_payment_intent_id is null;
    select status = 'open' from public.payments where id = p_payment_id
  $$;

revoke execute on function public.attach_payment_intent from public, anon, authenticated;
grant execute on function public.attach_payment_intent to service_role;
