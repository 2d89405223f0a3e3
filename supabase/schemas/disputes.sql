-- Disputes at Stripe. A charge can have several disputes. https://docs.stripe.com/disputes

create table public.disputes (
  id text primary key,
  payment_id uuid not null references public.payments (id),
  amount_minor bigint not null,
  currency public.currency_code not null,
  -- inquiry: the bank requests information but has not withdrawn any money. When an inquiry is
  -- closed, its status becomes won.
  status text not null,
  withdrawn boolean not null default false,
  reinstated boolean not null default false,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,

  constraint disputes_amount_positive check (amount_minor > 0),
  constraint disputes_status_known check (status in ('inquiry', 'open', 'won', 'lost')),
  constraint disputes_closed_at_with_status
    check ((status in ('won', 'lost')) = (closed_at is not null)),
  constraint disputes_reinstated_after_withdrawn check (withdrawn or not reinstated)
);

create index disputes_payment_id_idx on public.disputes (payment_id);
create index disputes_open_idx on public.disputes (opened_at) where (closed_at is null);

alter table public.disputes enable row level security;

create policy "admins read every dispute" on public.disputes
  for select to authenticated using ((select public.is_admin()));

revoke all on public.disputes from anon, authenticated;
grant select on public.disputes to authenticated;

-- Stores the current state of a dispute at Stripe. May be called repeatedly and in any order.
-- p_withdrawn means that the disputed amount was withdrawn from the balance, p_reinstated that the
-- amount was returned to the balance. Neither ever changes back to false.
create function public.record_dispute(
  p_charge_id text, p_dispute_id text, p_status text, p_amount_minor bigint,
  p_withdrawn boolean, p_reinstated boolean,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      payment public.payments;
      dispute public.disputes;
    begin
      perform public.record_webhook_event(p_event_id, p_event_type);
      payment := public.locked_payment((
        select id from public.payments where stripe_charge_id = p_charge_id));
      if payment.id is null then return; end if;

      insert into public.disputes (id, payment_id, amount_minor, currency, status)
      values (p_dispute_id, payment.id, p_amount_minor, payment.currency, 'inquiry')
      on conflict (id) do nothing;
      select * into dispute from public.disputes where id = p_dispute_id;
      update public.disputes
      set withdrawn = withdrawn or p_withdrawn, reinstated = reinstated or p_reinstated,
        status = later.status,
        closed_at = case when later.status in ('won', 'lost') then coalesce(closed_at, now()) end
      from (select public.later_dispute_status(dispute, p_status, p_withdrawn, p_reinstated))
        as later (status)
      where id = p_dispute_id
      returning disputes.* into dispute;

      if dispute.withdrawn then
        perform public.record_in_ledger(payment, 'dispute', -dispute.amount_minor, dispute.id);
      end if;
      if dispute.reinstated then
        perform public.record_in_ledger(payment, 'dispute_won', dispute.amount_minor, dispute.id);
      end if;
      perform public.settle_payment(payment.id);
    end
  $$;

-- Returns the more advanced status of a dispute, because responses from Stripe can arrive out of
-- order. A state with reinstated money is more advanced than one with withdrawn money, and a closed
-- dispute never reopens.
create function public.later_dispute_status(
  known public.disputes, p_status text, p_withdrawn boolean, p_reinstated boolean
) returns text
  language sql immutable set search_path = '' as $$
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
