-- A password alone does not reach money or private data of somebody who has a second factor.

-- Whether the session was raised by a second factor, where the person has one.
create function public.is_assured() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) or not exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = (select auth.uid()) and mfa_factors.status = 'verified'
    )
  $$;

-- For functions that act on the caller's account. Raises second_factor_needed.
create function public.require_assurance() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
    begin
      if public.is_assured() then return; end if;
      raise exception using errcode = 'PT403', detail = 'second_factor_needed',
        message = 'Please confirm with your second factor first';
    end
  $$;

revoke execute on function public.is_assured, public.require_assurance
from public, anon, authenticated;
grant execute on function public.is_assured to authenticated, service_role;

create policy "whoever has a second factor has to give it" on public.bookings
  as restrictive for select to authenticated using ((select public.is_assured()));
create policy "whoever has a second factor has to give it" on public.payments
  as restrictive for select to authenticated using ((select public.is_assured()));
create policy "whoever has a second factor has to give it" on public.refunds
  as restrictive for select to authenticated using ((select public.is_assured()));
create policy "whoever has a second factor has to give it" on public.payouts
  as restrictive for select to authenticated using ((select public.is_assured()));

-- An admin is one only with it: whoever found out the password reads nobody's data.
create or replace function public.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.profiles
      where profiles.id = (select auth.uid()) and profiles.is_admin
    ) and public.is_assured()
  $$;

-- Reads past the tables' own policies.
create or replace view public.host_earnings with (security_barrier) as
  select
    bookings.currency::text as currency,
    sum(bookings.host_share_amount) as earned,
    count(*) as bookings
  from public.spaces
  join public.bookings on bookings.space_id = spaces.id
  where spaces.user_id = (select auth.uid()) and bookings.status <> 'cancelled'
    and (select public.is_assured())
  group by 1;
