-- Log of admins' decisions about failed refunds, and about payouts that Stripe refuses.

create table public.money_decisions (
  id bigint generated always as identity primary key,
  refund_id uuid references public.refunds (id),
  payout_id uuid references public.payouts (id),
  actor_id uuid not null references public.profiles (id),
  -- retry: request the refund or transfer from Stripe again; settled: an admin paid by other means.
  action text not null,
  amount_minor bigint not null,
  currency public.currency_code not null,
  note text not null default '',
  created_at timestamptz not null default now(),

  constraint money_decisions_about_one check (num_nonnulls(refund_id, payout_id) = 1),
  constraint money_decisions_action_known check (action in ('retry', 'settled')),
  constraint money_decisions_note_length check (char_length(note) <= 2000)
);

create index money_decisions_newest_idx on public.money_decisions (created_at desc, id desc);
create index money_decisions_refund_id_idx on public.money_decisions (refund_id);
create index money_decisions_payout_id_idx on public.money_decisions (payout_id);
create index money_decisions_actor_id_idx on public.money_decisions (actor_id);

alter table public.money_decisions enable row level security;

create policy "admins read every decision about money" on public.money_decisions
  for select to authenticated using ((select public.is_admin()));

revoke all on public.money_decisions from anon, authenticated;
grant select on public.money_decisions to authenticated;

-- Raises insufficient_privilege unless the caller is an admin. Raises bad_decision for an unknown
-- action, or for `settled` without a reason of 3 to 2,000 characters.
create function public.check_money_decision(p_action text, p_note text) returns void
  language plpgsql stable set search_path = '' as $$
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if p_action not in ('retry', 'settled')
        or p_action = 'settled' and char_length(trim(p_note)) not between 3 and 2000
      then
        raise exception using errcode = 'PT400', detail = 'bad_decision',
          message = 'Please say how and why it was paid another way';
      end if;
    end
  $$;

-- Resolves a failed refund as an admin. `retry` requests it again, except a refund made in the
-- Stripe dashboard. `settled` records that the guest was refunded by other means. Raises
-- bad_decision or refund_not_failed.
create function public.resolve_failed_refund(
  p_refund_id uuid, p_action text, p_note text default ''
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      refund public.refunds;
    begin
      perform public.check_money_decision(p_action, p_note);
      perform public.locked_payment(payment_id) from public.refunds where id = p_refund_id;
      update public.refunds
      set status = case when p_action = 'retry' then 'pending' else 'settled' end,
        retry_at = null,
        settled_at = case when p_action = 'settled' then now() end
      where id = p_refund_id and status = 'failed'
        and (p_action = 'settled' or reason <> 'made_at_stripe')
      returning * into refund;
      if refund.id is null then
        raise exception using errcode = 'PT409', detail = 'refund_not_failed',
          message = 'This refund is not waiting for a decision';
      end if;
      insert into public.money_decisions
        (refund_id, actor_id, action, amount_minor, currency, note)
      values (refund.id, (select auth.uid()), p_action, refund.amount_minor, refund.currency,
        trim(p_note));
      perform public.record_admin_action('refund.' || p_action, 'refund', refund.id::text, p_note);
      perform public.settle_payment(refund.payment_id);
    end
  $$;

-- Resolves a payout that Stripe refuses, as an admin. `retry` requests the transfer again now.
-- `settled` records that the host was paid by other means. Raises bad_decision or
-- payout_not_refused.
create function public.resolve_refused_payout(
  p_payout_id uuid, p_action text, p_note text default ''
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      paid_for uuid;
      payout public.payouts;
      left_minor bigint;
    begin
      perform public.check_money_decision(p_action, p_note);
      select payments.id into paid_for
      from public.payouts join public.payments on payments.booking_id = payouts.booking_id
      where payouts.id = p_payout_id;
      perform public.locked_payment(paid_for);
      select * into payout from public.payouts where id = p_payout_id for update;
      left_minor := public.untransferred_share(payout);
      -- Rejects a decision during a transfer, because the result of the transfer takes precedence.
      if payout.refused_at is null or payout.sending_minor is not null or left_minor = 0 then
        raise exception using errcode = 'PT409', detail = 'payout_not_refused',
          message = 'This payout is not waiting for a decision';
      end if;
      update public.payouts
      set retry_at = null, refused_at = null,
        settled_minor = settled_minor + case p_action when 'settled' then left_minor else 0 end
      where id = payout.id;
      insert into public.money_decisions
        (payout_id, actor_id, action, amount_minor, currency, note)
      values (payout.id, (select auth.uid()), p_action, left_minor, payout.currency, trim(p_note));
      perform public.record_admin_action('payout.' || p_action, 'payout', payout.id::text, p_note,
        jsonb_build_object('amount_minor', left_minor));
      perform public.settle_payment(paid_for);
    end
  $$;

revoke execute on function
  public.check_money_decision, public.resolve_failed_refund, public.resolve_refused_payout
from public, anon, authenticated;
grant execute on function public.resolve_failed_refund, public.resolve_refused_payout
to authenticated;
