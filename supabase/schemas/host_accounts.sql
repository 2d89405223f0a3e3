-- Stripe's latest data about hosts' accounts and bank payouts. Only the server writes it.

create table public.host_accounts (
  host_id uuid primary key references public.profiles (id) on delete cascade,
  -- incomplete: onboarding is unfinished; pending: Stripe reviews the account; restricted: the host
  -- must act at Stripe before transfers are possible.
  status text not null,
  -- ISO 3166 code of the account's country. Null until the account is first read. Stripe never
  -- changes it.
  country text,
  -- Information that Stripe still requires from the host, such as
  -- 'individual.verification.document'.
  requirements text[] not null default '{}',
  requirements_due_at timestamptz,
  -- How often Stripe pays out to the host's bank: daily, weekly, monthly or manual.
  payout_interval text not null default 'daily',
  payout_weekday text,
  payout_day_of_month integer,
  payout_delay_days integer not null default 2,
  read_at timestamptz not null default now(),

  constraint host_accounts_status_known
    check (status in ('incomplete', 'pending', 'ready', 'restricted')),
  constraint host_accounts_interval_known
    check (payout_interval in ('daily', 'weekly', 'monthly', 'manual'))
);

create table public.bank_payouts (
  id text primary key,
  host_id uuid not null references public.profiles (id) on delete cascade,
  amount_minor bigint not null,
  currency text not null,
  status text not null,
  arrives_at timestamptz not null,
  -- Stripe's failure code and message. https://docs.stripe.com/api/payouts/failures
  failure_code text,
  failure_message text,
  created_at timestamptz not null
);

create index bank_payouts_host_id_idx on public.bank_payouts (host_id, created_at desc);

alter table public.host_accounts enable row level security;
alter table public.bank_payouts enable row level security;

create policy "hosts read their own account" on public.host_accounts
  for select to authenticated using (host_id = (select auth.uid()));
create policy "admins read every host's account" on public.host_accounts
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read their account" on public.host_accounts
  as restrictive for select to authenticated using ((select public.has_required_aal()));
create policy "hosts read payouts to their bank" on public.bank_payouts
  for select to authenticated using (host_id = (select auth.uid()));
create policy "admins read every payout to a bank" on public.bank_payouts
  for select to authenticated using ((select public.is_admin()));
create policy "users with a second factor need it to read payouts to their bank"
  on public.bank_payouts
  as restrictive for select to authenticated using ((select public.has_required_aal()));

revoke all on public.host_accounts, public.bank_payouts from anon, authenticated;
grant select on public.host_accounts, public.bank_payouts to authenticated;

-- Returns an estimate of when a transfer reaches the host's bank: midnight UTC, four days after the
-- account's next payout day. Returns a Monday instead of a weekend, because banks process no
-- payments on weekends. For the same reason, a daily payout schedule skips weekends. Returns null
-- for manual payouts.
create function public.expected_at_bank(account public.host_accounts, p_sent_at timestamptz)
  returns timestamptz
  language sql immutable set search_path = '' as $$
    select (day
      + make_interval(days => case extract(isodow from day) when 2 then 6 when 3 then 5 else 4 end)
    ) at time zone 'UTC'
    from generate_series(1, 32) as ahead (days)
    cross join lateral (
      select date_trunc('day', p_sent_at at time zone 'UTC') + make_interval(days => ahead.days)
        as day
    ) as candidate
    where case coalesce(account.payout_interval, 'daily')
        when 'daily' then extract(isodow from day) <= 5
        when 'weekly' then trim(lower(to_char(day, 'day'))) = account.payout_weekday
        when 'monthly' then extract(day from day) = least(
          account.payout_day_of_month,
          extract(day from date_trunc('month', day) + interval '1 month' - interval '1 day'))
      end
    order by day
    limit 1
  $$;

revoke execute on function public.expected_at_bank from public, anon, authenticated;
