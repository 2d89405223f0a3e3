-- Disputes at Stripe. A charge can have several disputes. https://docs.stripe.com/disputes

create table public.disputes (
  id text primary key,
  payment_id uuid not null references public.payments (id),
  amount_minor bigint not null,
  currency public.currency_code not null,
  -- inquiry: the bank asks for information but withdraws no money. An inquiry that the bank closes
  -- becomes won.
  status text not null,
  withdrawn boolean not null default false,
  reinstated boolean not null default false,
  -- The reason for the dispute as Stripe names it, and the deadline for the platform's evidence.
  reason text,
  due_by timestamptz,
  evidence jsonb,
  answered_at timestamptz,
  answered_by uuid references public.profiles (id),
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

-- Stores the state that Stripe reports for a dispute. Stripe events may arrive repeatedly and in
-- any order. p_withdrawn: the amount has left the platform's balance. p_reinstated: the amount came
-- back. Each of these two values stays true once it is stored as true. p_needs_answer: true if
-- Stripe waits for evidence, false if the bank examines it, null if neither.
create function public.record_dispute(
  p_charge_id text, p_dispute_id text, p_status text, p_amount_minor bigint,
  p_withdrawn boolean, p_reinstated boolean,
  p_event_id text default null, p_event_type text default null,
  p_reason text default null, p_due_by timestamptz default null,
  p_needs_answer boolean default null
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
      set reason = coalesce(p_reason, reason), due_by = coalesce(p_due_by, due_by),
        withdrawn = withdrawn or p_withdrawn, reinstated = reinstated or p_reinstated,
        status = later.status,
        closed_at = case when later.status in ('won', 'lost') then coalesce(closed_at, now()) end,
        -- An inquiry that becomes a dispute needs a second answer. Evidence sent in the Stripe
        -- dashboard also counts as an answer. A stale status changes nothing.
        answered_at = case
          when later.status <> p_status then answered_at
          when p_needs_answer and disputes.status = 'inquiry' and later.status = 'open' then null
          when not p_needs_answer then coalesce(answered_at, now())
          else answered_at
        end
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

-- Returns the data and the conversation of the disputed booking, for Stripe's evidence form.
-- booking_id is null for a payment without a booking, for example if its slot was taken. Raises
-- dispute_closed, and dispute_not_found for users who are not admins.
create function public.dispute_facts(p_dispute_id text, p_admin_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
    declare
      dispute public.disputes;
      payment public.payments;
      booking public.bookings;
      space public.spaces;
      messages jsonb := '[]';
    begin
      select * into dispute from public.disputes
      where id = p_dispute_id
        and exists (select from public.profiles where id = p_admin_id and is_admin);
      if not found then
        raise exception using errcode = 'PT404', detail = 'dispute_not_found',
          message = 'Dispute not found';
      end if;
      if dispute.closed_at is not null then
        raise exception using errcode = 'PT409', detail = 'dispute_closed',
          message = 'The bank has already decided this dispute';
      end if;
      payment := public.payment_of(dispute.payment_id);
      select * into booking from public.bookings where id = payment.booking_id;
      select * into space from public.spaces where id = payment.space_id;
      -- Omits the conversation in a database without the messages tables.
      if to_regclass('public.messages') is not null then
        execute $query$
          select coalesce(jsonb_agg(jsonb_build_object(
            'at', messages.created_at, 'body', messages.body,
            'by', case when messages.author_id = conversations.guest_id then 'guest' else 'host' end
          ) order by messages.created_at), '[]')
          from public.messages
          join public.conversations on conversations.id = messages.conversation_id
          where conversations.space_id = $1 and conversations.guest_id = $2
            and messages.body <> ''
        $query$ into messages using payment.space_id, payment.user_id;
      end if;
      return jsonb_build_object(
        'dispute_id', dispute.id, 'due_by', dispute.due_by, 'reason', dispute.reason,
        'answered_at', dispute.answered_at,
        'booking_id', booking.id, 'is_change', payment.change_id is not null,
        'refund_reason', (
          select reason from public.refunds
          where payment_id = payment.id and reason <> 'made_at_stripe'
          order by created_at limit 1),
        'space', space.title, 'place', space.location,
        'start_time', coalesce(booking.start_time, payment.start_time),
        'end_time', coalesce(booking.end_time, payment.end_time),
        'time_zone', payment.time_zone,
        'booked_at', coalesce(booking.created_at, payment.paid_at, payment.created_at),
        'cancelled_at', booking.cancelled_at, 'policy', payment.cancellation_policy,
        'refunded', coalesce(booking.refunded_amount, (
          select public.from_minor(coalesce(sum(amount_minor), 0)::bigint, payment.currency)
          from public.refunds where payment_id = payment.id and status = 'succeeded')),
        'refunded_at', (
          select max(settled_at) from public.refunds
          where payment_id = payment.id and status = 'succeeded'),
        'currency', payment.currency,
        'guest_id', payment.user_id,
        'guest_name', (select full_name from public.profiles where id = payment.user_id),
        'guest_email', public.email_of_user(payment.user_id),
        'problems', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'at', created_at, 'kind', kind, 'status', status) order by created_at), '[]')
          from public.booking_problems where booking_id = booking.id),
        'messages', messages);
    end
  $$;

create function public.record_dispute_answer(p_dispute_id text, p_admin_id uuid, p_evidence jsonb)
  returns void
  language sql set search_path = '' as $$
    update public.disputes
    set evidence = p_evidence, answered_at = now(), answered_by = p_admin_id
    where id = p_dispute_id;
    select public.record_admin_action(
      'dispute.answer', 'dispute', p_dispute_id, p_admin_id => p_admin_id);
  $$;

-- Returns the later of two dispute statuses, because Stripe's responses can arrive out of order.
-- Applies the first of these rules in which the statuses differ: reinstated is later than not
-- reinstated, withdrawn is later than not withdrawn, closed is later than open.
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

revoke execute on function
  public.record_dispute, public.later_dispute_status, public.dispute_facts,
  public.record_dispute_answer
from public, anon, authenticated;
grant execute on function
  public.record_dispute, public.dispute_facts, public.record_dispute_answer
to service_role;
