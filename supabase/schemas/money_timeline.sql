
-- Returns the past and upcoming money events of a booking, in minor units. The guest and the host
-- get the events that they may see; p_as `admin` returns the events for admins. state: done | now |
-- next. `reason` says why money is held or why an event happened.
create function public.booking_money_timeline(p_booking_id uuid, p_as text default null)
  returns table (
    at timestamptz, kind text, state text, amount_minor bigint, currency text, reason text,
    stripe_id text
  )
  language plpgsql stable security definer set search_path = '' as $$
    #variable_conflict use_column
    declare
      booking public.bookings;
      host uuid;
      viewer text;
      payout public.payouts;
      account public.host_accounts;
      account_status text;
      sent bigint;
      left_minor bigint;
      held_reason text;
    begin
      perform public.require_aal();
      select * into booking from public.bookings where id = p_booking_id;
      select user_id into host from public.spaces where id = booking.space_id;
      viewer := case
        when p_as = 'admin' and public.is_admin() then 'admin'
        when booking.user_id = auth.uid() then 'guest'
        when host = auth.uid() then 'host'
      end;
      if viewer is null then return; end if;
      select * into payout from public.payouts where booking_id = booking.id;
      select * into account from public.host_accounts where host_id = host;
      select coalesce(account.status, case
          when stripe_onboarding_complete then 'ready'
          when stripe_account_id is not null then 'incomplete'
          else 'not_connected' end)
      into account_status from public.profiles where id = host;
      select coalesce(-sum(moved.amount_minor), 0) into sent
      from public.ledger_movements as moved
      where moved.booking_id = booking.id and moved.kind in ('transfer', 'transfer_reversed');
      left_minor := public.untransferred_share(payout);
      held_reason := case
        when payout.reversal_held_at is not null then 'reversed_by_hand'
        when payout.dispute_status in ('open', 'inquiry') then 'dispute'
        when payout.frozen_at is not null then 'problem'
        when payout.due_at > now() then 'until_a_day_after_end'
        when account_status <> 'ready' then account_status
        when payout.last_error is not null then 'refused_by_stripe'
        else 'being_sent'
      end;

      return query
      with paid as (
        select * from public.booking_payments(booking.id)
      ),
      refund as (
        select refunds.* from public.refunds
        where refunds.payment_id in (select id from paid) and refunds.status <> 'void'
      ),
      events as (
        select booking.created_at as at, 'authorized' as kind,
          case when booking.status = 'requested' then 'now' else 'done' end as state,
          paid.total_minor as amount_minor, null::text as reason,
          paid.stripe_payment_intent_id as stripe_id
        from paid where paid.is_request and paid.booking_id = booking.id
        union all
        select booking.answer_by, 'authorization_ends', 'next', null, null, null
        where booking.status = 'requested' and booking.answer is null
        union all
        select booking.answered_at, 'authorization_released', 'done', paid.total_minor,
          booking.answer, null
        from paid where paid.is_request and paid.status = 'abandoned' and booking.answer is not null
        union all
        select paid.paid_at, 'paid', 'done', paid.total_minor,
          case when paid.booking_id is null then 'change' end, paid.stripe_charge_id
        from paid where paid.status = 'paid' and paid.total_minor > 0
        union all
        select moved.created_at, 'stripe_fee', 'done', -moved.amount_minor, null, moved.stripe_id
        from public.ledger_movements as moved
        where viewer = 'admin' and moved.booking_id = booking.id and moved.kind = 'fee'

        union all
        select coalesce(refund.settled_at, refund.created_at), 'refunded', 'done',
          refund.amount_minor, refund.reason, refund.stripe_refund_id
        from refund where refund.status = 'succeeded'
        union all
        select refund.settled_at, 'refunded_otherwise', 'done', refund.amount_minor, refund.reason,
          null
        from refund where refund.status = 'settled'
        union all
        select refund.failed_at, 'refund_returned', 'done', refund.amount_minor,
          case when viewer = 'admin' then refund.last_error end, refund.stripe_refund_id
        from refund where refund.failed_at is not null
        union all
        select case when refund.status = 'pending' then refund.retry_at else refund.created_at end,
          'refund_on_its_way', case when refund.status = 'failed' then 'now' else 'next' end,
          refund.amount_minor,
          case
            when refund.status = 'failed' then 'needs_admin'
            when exists (
              select from public.disputes
              where disputes.payment_id = refund.payment_id and disputes.status = 'open')
              then 'dispute'
            else refund.status
          end,
          refund.stripe_refund_id
        from refund where refund.status in ('pending', 'processing', 'failed')

        union all
        select disputes.opened_at,
          case when disputes.status = 'inquiry' then 'inquiry' else 'disputed' end,
          case when disputes.closed_at is null then 'now' else 'done' end,
          disputes.amount_minor, null, disputes.id
        from public.disputes where disputes.payment_id in (select id from paid)
        union all
        select disputes.closed_at, 'dispute_' || disputes.status, 'done', disputes.amount_minor,
          null, disputes.id
        from public.disputes
        where disputes.payment_id in (select id from paid) and disputes.closed_at is not null

        union all
        select case when held_reason = 'until_a_day_after_end' then payout.due_at end, 'held',
          'now', case when viewer = 'guest' then null else left_minor end,
          case when viewer = 'guest' and held_reason not in
            ('until_a_day_after_end', 'dispute', 'problem') then null else held_reason end,
          case when viewer = 'admin' then payout.last_error end
        where left_minor > 0 and payout.status = 'scheduled'
          and (viewer <> 'guest'
            or held_reason in ('until_a_day_after_end', 'dispute', 'problem'))
        union all
        select moved.created_at, case moved.kind when 'transfer' then 'sent' else 'sent_back' end,
          'done', abs(moved.amount_minor), null, moved.stripe_id
        from public.ledger_movements as moved
        where viewer <> 'guest' and moved.booking_id = booking.id
          and moved.kind in ('transfer', 'transfer_reversed')
        union all
        select recoveries.created_at, 'debt_deducted', 'done', recoveries.amount_minor, null, null
        from public.payout_recoveries as recoveries
        where viewer <> 'guest' and recoveries.from_payout_id = payout.id
        union all
        select recoveries.created_at, 'debt_repaid', 'done', recoveries.amount_minor, null, null
        from public.payout_recoveries as recoveries
        where viewer <> 'guest' and recoveries.for_payout_id = payout.id
        union all
        select null, 'owed', 'now', payout.owed_minor, null, null
        where viewer <> 'guest' and payout.owed_minor > 0
        union all
        select null, 'written_off', 'done', payout.written_off_minor, null, null
        where viewer = 'admin' and payout.written_off_minor > 0

        -- The first bank payout after the transfer, because Stripe pays out balances, not
        -- transfers.
        union all
        select coalesce(bank.arrives_at, public.expected_at_bank(account, transfer.at)),
          case bank.status when 'paid' then 'at_bank' when 'failed' then 'bank_refused'
            else 'expected_at_bank' end,
          case when bank.status = 'paid' then 'done' when bank.status = 'failed' then 'now'
            else 'next' end,
          sent,
          case when bank.status = 'failed' then coalesce(bank.failure_code, 'unknown')
            else coalesce(account.payout_interval, 'daily') end,
          bank.id
        from (
          select max(moved.created_at) as at from public.ledger_movements as moved
          where moved.booking_id = booking.id and moved.kind = 'transfer'
        ) as transfer
        left join lateral (
          select * from public.bank_payouts
          where bank_payouts.host_id = host and bank_payouts.currency = lower(booking.currency)
            and bank_payouts.created_at >= transfer.at - interval '1 minute'
          order by (bank_payouts.status = 'paid') desc, bank_payouts.created_at
          limit 1
        ) as bank on true
        where viewer <> 'guest' and transfer.at is not null and sent > 0
        union all
        select public.expected_at_bank(account, payout.due_at), 'expected_at_bank', 'next',
          left_minor, account.payout_interval, null
        where viewer <> 'guest' and left_minor > 0 and account_status = 'ready'
          and held_reason = 'until_a_day_after_end'
      )
      select events.at, events.kind, events.state, events.amount_minor::bigint,
        booking.currency::text, events.reason,
        case when viewer = 'admin' then events.stripe_id end
      from events
      order by array_position(array['done', 'now', 'next'], events.state),
        events.at nulls last, events.kind;
    end
  $$;

revoke execute on function public.booking_money_timeline from public, anon, authenticated;
grant execute on function public.booking_money_timeline to authenticated;
