-- A payout that is called off while its transfer is on the way to Stripe. A second run, which found no
-- transfer yet, put the question away; when the first one then crashed, nobody looked for the transfer
-- again.

alter table public.payouts
  -- When Stripe was last about to be asked for the transfer; null when nobody came so far.
  add column asked_at timestamptz;

-- Notes that Stripe is being asked for the transfer of an attempt from now on. Returns false when nobody
-- wants it any more: then it must not be.
create function public.begin_transfer(p_payout_id uuid, p_attempt integer) returns boolean
  language plpgsql set search_path = ''
  as $$
    begin
      update public.payouts set asked_at = now()
      where id = p_payout_id and attempt = p_attempt
        and sending_minor is not null and frozen_at is null and status = 'scheduled';
      return found;
    end
  $$;

-- No transfer was found, and nobody wants one any more. Does nothing for an hour after Stripe was asked,
-- which is far longer than a request can be on its way: until then it is looked for at every run. The
-- same key asks should it be wanted again.
create or replace function public.release_payout(p_payout_id uuid) returns void
  language sql security definer set search_path = ''
  as $$
    update public.payouts set sending_minor = null
    where id = p_payout_id
      and (frozen_at is not null or status <> 'scheduled')
      and (asked_at is null or asked_at <= now() - interval '1 hour')
  $$;

revoke execute on function public.begin_transfer from public, anon, authenticated;
grant execute on function public.begin_transfer to service_role;
