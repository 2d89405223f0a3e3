-- The steps of a booking's money, disputes anew: each is a row of its own, and a payout is free
-- when none of them is open.

-- A dispute as Stripe has it now, in any order and any number of times.
--
-- p_status: inquiry | open | won | lost. p_withdrawn, p_reinstated: its money has left the balance,
-- and has come back; both only ever become true. Amount in minor units.
create function public.record_dispute(
  p_charge_id text, p_dispute_id text, p_status text, p_amount_minor bigint,
  p_withdrawn boolean, p_reinstated boolean,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      payment public.payments;
      dispute public.disputes;
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      select * into payment from public.payments where stripe_charge_id = p_charge_id for update;
      if not found then
        return;
      end if;

      insert into public.disputes (id, payment_id, amount_minor, currency, status)
      values (p_dispute_id, payment.id, p_amount_minor, payment.currency, 'inquiry')
      on conflict (id) do nothing;
      select * into dispute from public.disputes where id = p_dispute_id;
      update public.disputes
      set withdrawn = withdrawn or p_withdrawn, reinstated = reinstated or p_reinstated,
        status = news.status,
        closed_at = case when news.status in ('won', 'lost') then coalesce(closed_at, now()) end
      from (select public.later_dispute_status(dispute, p_status, p_withdrawn, p_reinstated))
        as news (status)
      where id = p_dispute_id
      returning disputes.* into dispute;

      if dispute.withdrawn then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        values (payment.id, payment.booking_id, 'dispute', -dispute.amount_minor,
          payment.currency, dispute.id)
        on conflict (kind, stripe_id) do nothing;
      end if;
      if dispute.reinstated then
        insert into public.ledger_entries
          (payment_id, booking_id, kind, amount_minor, currency, stripe_id)
        values (payment.id, payment.booking_id, 'dispute_won', dispute.amount_minor,
          payment.currency, dispute.id)
        on conflict (kind, stripe_id) do nothing;
      end if;
      perform public.settle_payment(payment.id);
    end
  $$;

-- Which of two states of a dispute came later: what is known, or what a look at Stripe found that
-- may have been overtaken by another. Money that came back decides; an inquiry that had ended may
-- still take money; a closed dispute is not opened by an older look.
create function public.later_dispute_status(
  known public.disputes, p_status text, p_withdrawn boolean, p_reinstated boolean
) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when p_reinstated then p_status
      when known.reinstated then known.status
      when p_withdrawn and not known.withdrawn then p_status
      when known.withdrawn and not p_withdrawn then known.status
      when known.status in ('won', 'lost') and p_status in ('inquiry', 'open') then known.status
      else p_status
    end
  $$;

revoke execute on function public.record_dispute, public.later_dispute_status
from public, anon, authenticated;
grant execute on function public.record_dispute to service_role;
