-- Problem reports by guests and hosts. An open report by the guest delays the host's payout.

create table public.booking_problems (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id),
  user_id uuid not null references public.profiles (id),
  kind text not null,
  details text not null,
  photos text[] not null default '{}',
  -- The host's estimate of the damage, in minor units of the booking's currency.
  claimed_minor bigint,
  -- open: an admin must decide; recorded: no decision needed; withdrawn: the reporter withdrew it.
  status text not null default 'open',
  decided_minor bigint,
  decision_note text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- Time at which an admin recorded that the guest or the insurance paid an upheld damage claim.
  settled_at timestamptz,

  constraint booking_problems_kind_known
    check (kind in ('no_access', 'not_as_described', 'no_show', 'damage')),
  constraint booking_problems_details_length check (char_length(details) <= 2000),
  constraint booking_problems_note_length check (char_length(decision_note) <= 2000),
  constraint booking_problems_at_most_8_photos check (cardinality(photos) <= 8),
  constraint booking_problems_damage_has_amount
    check ((kind = 'damage') = (claimed_minor is not null) and coalesce(claimed_minor, 1) > 0),
  constraint booking_problems_status_known
    check (status in ('open', 'recorded', 'upheld', 'declined', 'withdrawn')),
  constraint booking_problems_decided_at_with_status
    check ((status in ('upheld', 'declined')) = (decided_at is not null)),
  constraint booking_problems_decided_amount
    check (decided_minor >= 0 and (decided_minor is null or status = 'upheld')),
  constraint booking_problems_settled_damage
    check (settled_at is null or kind = 'damage' and status = 'upheld')
);

create unique index booking_problems_once_per_kind on public.booking_problems (booking_id, kind)
  where (status <> 'withdrawn');
create index booking_problems_booking_id_idx on public.booking_problems (booking_id);
create index booking_problems_user_id_idx on public.booking_problems (user_id);
create index booking_problems_waiting_idx on public.booking_problems (created_at)
  where (status = 'open' or status = 'upheld' and kind = 'damage' and settled_at is null);

alter table public.booking_problems enable row level security;

create policy "guests, hosts and admins read problems of bookings they can read"
  on public.booking_problems for select to authenticated using (
    exists (select from public.bookings where bookings.id = booking_problems.booking_id)
  );
create policy "users with a second factor need it to read problems" on public.booking_problems
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.booking_problems from anon, authenticated;
grant select on public.booking_problems to authenticated;

-- Log of problem reports, and of cancellations by hosts and admins.
create table public.booking_problem_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  problem_id uuid references public.booking_problems (id),
  actor_id uuid not null references public.profiles (id),
  action text not null,
  amount_minor bigint,
  reason text,
  note text not null default '',
  created_at timestamptz not null default now(),

  constraint booking_problem_events_action_known check (action in (
    'cancelled_by_host', 'cancelled_by_admin', 'reported', 'withdrawn', 'upheld', 'declined',
    'settled'))
);

create index booking_problem_events_booking_id_idx on public.booking_problem_events (booking_id);
create index booking_problem_events_newest_idx
  on public.booking_problem_events (created_at desc, id desc);

alter table public.booking_problem_events enable row level security;

create policy "admins read the log of problems" on public.booking_problem_events
  for select to authenticated using ((select public.is_admin()));

revoke all on public.booking_problem_events from anon, authenticated;
grant select on public.booking_problem_events to authenticated;

-- Reports a problem as guest or host, and returns the report's id. Each report and its withdrawal
-- send emails, so a kind of problem can be reported only three times. Raises booking_not_found,
-- booking_not_confirmed, problem_not_reportable, problem_reported, too_many_problems or
-- bad_problem.
create function public.report_problem(
  p_booking_id uuid, p_kind text, p_details text, p_claimed_minor bigint default null,
  p_photos text[] default '{}'
) returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      payment public.payments;
      booking public.bookings;
      problem_id uuid;
      is_host boolean;
    begin
      perform public.require_aal();
      -- Locks the payment before the booking, like every payment function, to avoid deadlocks.
      select * into payment from public.payments where booking_id = p_booking_id for update;
      select * into booking from public.bookings where id = p_booking_id for update;
      is_host := exists (
        select from public.spaces where id = booking.space_id and user_id = caller);
      if caller is null or booking.id is null or not (is_host or booking.user_id = caller) then
        raise exception using errcode = 'PT404', detail = 'booking_not_found',
          message = 'Booking not found';
      end if;
      if booking.status <> 'confirmed' then
        raise exception using errcode = 'PT409', detail = 'booking_not_confirmed',
          message = 'This booking is not confirmed, so there is nothing to report';
      end if;
      if is_host <> (p_kind in ('no_show', 'damage')) or now() < booking.start_time
        or now() > (case p_kind
          when 'not_as_described' then booking.start_time + interval '24 hours'
          when 'damage' then booking.end_time + interval '48 hours'
          else booking.end_time + interval '24 hours'
        end)
      then
        raise exception using errcode = 'PT409', detail = 'problem_not_reportable',
          message = 'This can’t be reported at this time';
      end if;
      if (
        select count(*) from public.booking_problems
        where booking_id = booking.id and kind = p_kind and status = 'withdrawn'
      ) >= 3 then
        raise exception using errcode = 'PT409', detail = 'too_many_problems',
          message = 'You have withdrawn this report three times. Please contact us';
      end if;
      if coalesce(char_length(trim(p_details)), 0) not between 10 and 2000 then
        raise exception using errcode = 'PT400', detail = 'bad_problem',
          message = 'Please describe what happened in 10 to 2,000 characters';
      end if;
      if p_kind = 'damage' and coalesce(p_claimed_minor, 0) not between 1 and 100000000 then
        raise exception using errcode = 'PT400', detail = 'bad_problem',
          message = 'Please enter the amount of the damage';
      end if;
      if cardinality(p_photos) > 8 or exists (
        select from unnest(p_photos) as photo
        where not exists (
          select from storage.objects
          where bucket_id = 'booking-problems' and name = photo
            and owner_id = caller::text and starts_with(name, booking.id || '/'))
      ) then
        raise exception using errcode = 'PT400', detail = 'bad_problem',
          message = 'Please attach at most 8 photos, and upload each of them first';
      end if;

      insert into public.booking_problems
        (booking_id, user_id, kind, details, photos, claimed_minor, status)
      values (booking.id, caller, p_kind, trim(p_details), p_photos,
        case when p_kind = 'damage' then p_claimed_minor end,
        case when p_kind = 'no_show' then 'recorded' else 'open' end)
      on conflict (booking_id, kind) where (status <> 'withdrawn') do nothing
      returning id into problem_id;
      if problem_id is null then
        raise exception using errcode = 'PT409', detail = 'problem_reported',
          message = 'You have already reported this';
      end if;
      insert into public.booking_problem_events
        (booking_id, problem_id, actor_id, action, amount_minor, reason)
      values (booking.id, problem_id, caller, 'reported',
        case when p_kind = 'damage' then p_claimed_minor end, p_kind);
      if payment.id is not null then
        perform public.settle_payment(payment.id);
      end if;
      return problem_id;
    end
  $$;

-- Locks the payment before the problem report, like every payment function. Raises
-- problem_not_found.
create function public.lock_problem(p_problem_id uuid) returns public.booking_problems
  language plpgsql set search_path = '' as $$
    declare
      problem public.booking_problems;
    begin
      perform from public.payments
      where booking_id = (select booking_id from public.booking_problems where id = p_problem_id)
      for update;
      select * into problem from public.booking_problems where id = p_problem_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'problem_not_found',
          message = 'This report no longer exists';
      end if;
      return problem;
    end
  $$;

-- Withdraws the caller's report if no admin has decided it. Raises problem_not_found or
-- problem_decided.
create function public.withdraw_problem(p_problem_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      problem public.booking_problems;
    begin
      perform public.require_aal();
      problem := public.lock_problem(p_problem_id);
      if problem.user_id is distinct from (select auth.uid()) then
        raise exception using errcode = 'PT404', detail = 'problem_not_found',
          message = 'This report no longer exists';
      end if;
      if problem.status in ('upheld', 'declined') then
        raise exception using errcode = 'PT409', detail = 'problem_decided',
          message = 'This report has already been decided';
      end if;
      if problem.status = 'withdrawn' then return; end if;
      update public.booking_problems set status = 'withdrawn' where id = problem.id;
      insert into public.booking_problem_events (booking_id, problem_id, actor_id, action, reason)
      values (problem.booking_id, problem.id, problem.user_id, 'withdrawn', problem.kind);
      perform public.settle_payment(payments.id)
      from public.payments where booking_id = problem.booking_id;
    end
  $$;

-- Decides an open report as an admin and records the refund. If the report is upheld, `no_access`
-- refunds all that remains of the payment, `not_as_described` refunds p_percentage of the price,
-- and `damage` refunds nothing. Idempotent. Raises problem_not_found, problem_decided or
-- bad_decision.
create function public.decide_problem(
  p_problem_id uuid, p_admin_id uuid, p_is_upheld boolean, p_note text,
  p_percentage integer default null, p_amount_minor bigint default null
) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      problem public.booking_problems;
      payment public.payments;
      decision constant text := case when p_is_upheld then 'upheld' else 'declined' end;
      amount bigint;
      left_minor bigint;
    begin
      problem := public.lock_problem(p_problem_id);
      if not exists (select from public.profiles where id = p_admin_id and is_admin) then
        raise exception using errcode = 'PT404', detail = 'problem_not_found',
          message = 'This report no longer exists';
      end if;
      select * into payment from public.payments where booking_id = problem.booking_id;
      if problem.status = 'open' then
        if coalesce(char_length(trim(p_note)), 0) not between 1 and 2000
          or p_is_upheld and problem.kind = 'not_as_described'
            and coalesce(p_percentage, 0) not between 1 and 100
          or p_is_upheld and problem.kind = 'damage'
            and coalesce(p_amount_minor, 0) not between 1 and problem.claimed_minor
        then
          raise exception using errcode = 'PT400', detail = 'bad_decision',
            message = 'Please give a reason, and an amount within the claim';
        end if;
        if p_is_upheld then
          select coalesce(sum(public.refundable_minor(paid)), 0) into left_minor
          from public.booking_payments(problem.booking_id) as paid;
          amount := case problem.kind
            when 'damage' then p_amount_minor
            when 'no_access' then left_minor
            else least(
              (
                select round(public.to_minor(total_price, currency) * p_percentage / 100.0)::bigint
                from public.bookings where id = problem.booking_id
              ),
              left_minor)
          end;
        end if;
        update public.booking_problems
        set status = decision, decided_at = now(), decided_minor = coalesce(amount, case
            when p_is_upheld then 0 end), decision_note = trim(p_note)
        where id = problem.id returning * into problem;
        if amount > 0 and problem.kind <> 'damage' then
          perform public.owe_refund(problem.booking_id, amount, problem.kind);
        end if;
        insert into public.booking_problem_events
          (booking_id, problem_id, actor_id, action, amount_minor, reason, note)
        values (problem.booking_id, problem.id, p_admin_id, decision, amount, problem.kind,
          trim(p_note));
        perform public.record_admin_action('problem.' || decision, 'booking',
          problem.booking_id::text, p_note,
          jsonb_build_object('amount_minor', amount, 'kind', problem.kind), p_admin_id);
        if payment.id is not null then
          perform public.settle_payment(payment.id);
        end if;
      elsif problem.status <> decision then
        raise exception using errcode = 'PT409', detail = 'problem_decided',
          message = 'This report has already been decided';
      end if;
      return jsonb_build_object(
        'payment_id', payment.id, 'status', problem.status,
        'decided_minor', coalesce(problem.decided_minor, 0));
    end
  $$;

-- Records that the guest or the insurance paid an upheld damage claim. Raises problem_not_found or
-- problem_decided.
create function public.settle_damage(p_problem_id uuid, p_note text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      problem public.booking_problems;
    begin
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      problem := public.lock_problem(p_problem_id);
      update public.booking_problems set settled_at = now()
      where id = problem.id and kind = 'damage' and status = 'upheld' and settled_at is null;
      if not found then
        raise exception using errcode = 'PT409', detail = 'problem_decided',
          message = 'This claim is not waiting for payment';
      end if;
      insert into public.booking_problem_events
        (booking_id, problem_id, actor_id, action, amount_minor, reason, note)
      values (problem.booking_id, problem.id, (select auth.uid()), 'settled',
        problem.decided_minor, problem.kind, left(coalesce(p_note, ''), 2000));
      perform public.record_admin_action('problem.settled', 'booking', problem.booking_id::text,
        left(p_note, 2000),
        jsonb_build_object('amount_minor', problem.decided_minor, 'kind', problem.kind));
    end
  $$;

-- Returns the data of a problem report for email templates. Amounts are in minor units.
create function public.problem_mail_data(p_problem_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select coalesce(
        public.share_mail_data(problems.booking_id), public.booking_mail_data(problems.booking_id))
      || jsonb_build_object(
        'kind', problems.kind,
        'problem_status', problems.status,
        'details', problems.details,
        'claimed_minor', coalesce(problems.claimed_minor, 0),
        'decided_minor', coalesce(problems.decided_minor, 0),
        'decision_note', problems.decision_note)
    from public.booking_problems problems where problems.id = p_problem_id
  $$;

-- Notifies the other party of a new problem report, and the admins if they must decide it. Notifies
-- guest and host of the decision, and the other party of a withdrawal.
create function public.queue_problem_mails() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      mail_data jsonb := public.problem_mail_data(new.id);
      guest uuid;
      host uuid;
      booking_path constant text := '/bookings/' || new.booking_id;
    begin
      select bookings.user_id, spaces.user_id
      into guest, host
      from public.bookings join public.spaces on spaces.id = bookings.space_id
      where bookings.id = new.booking_id;
      if tg_op = 'INSERT' then
        if new.status = 'open' then
          perform public.queue_mail(
            'problem-needs-you', 'company', mail_data, 'problem-needs-you:' || new.id);
        end if;
        perform public.notify(
          case when new.kind in ('no_show', 'damage') then guest else host end, 'problem-reported',
          booking_path, mail_data, 'problem-reported:' || new.id);
      else
        if new.status <> 'withdrawn' or new.user_id <> guest then
          perform public.notify(
            guest, 'problem-decided-guest', booking_path, mail_data,
            'problem-decided-guest:' || new.id || ':' || new.status);
        end if;
        if new.status <> 'withdrawn' or new.user_id <> host then
          perform public.notify(
            host, 'problem-decided-host', booking_path, mail_data,
            'problem-decided-host:' || new.id || ':' || new.status);
        end if;
      end if;
      return null;
    end
  $$;

create constraint trigger queue_mails_of_new_problem
  after insert on public.booking_problems
  deferrable initially deferred
  for each row when (new.created_at >= now())
  execute function public.queue_problem_mails();
create constraint trigger queue_mails_of_decided_problem
  after update of status on public.booking_problems
  deferrable initially deferred
  for each row when (old.status is distinct from new.status)
  execute function public.queue_problem_mails();

revoke execute on function
  public.lock_problem, public.decide_problem, public.problem_mail_data, public.queue_problem_mails
from public, anon, authenticated;
revoke execute on function public.report_problem, public.withdraw_problem, public.settle_damage
from public, anon;
grant execute on function public.decide_problem to service_role;
