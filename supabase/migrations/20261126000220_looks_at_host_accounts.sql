-- Two looks at a host's account at Stripe at once, a webhook's and the dashboard's, may come back in
-- reverse. Each draws a number before it looks, and writes only what no later one has overtaken. The look
-- that the last change sets off begins after it, so that what stays is never older than that.

create table public.host_account_looks (
  host_id uuid primary key references public.profiles (id) on delete cascade,
  -- How many looks began, and the last one that was written down.
  begun bigint not null default 1,
  written bigint not null default 0,

  constraint host_account_looks_begin_first check (written between 0 and begun)
);

alter table public.host_account_looks enable row level security;
revoke all on public.host_account_looks from anon, authenticated;

-- The number of a look that is about to begin; null when the account is nobody's here.
create function public.begin_look_at_host_account(p_account_id text) returns bigint
  language sql set search_path = ''
  as $$
    insert into public.host_account_looks (host_id)
    select id from public.profiles where stripe_account_id = p_account_id
    on conflict (host_id) do update set begun = host_account_looks.begun + 1
    returning begun
  $$;

drop function public.record_host_account(text, boolean, text, text);

-- What the look p_look saw of a connected account. Changes nothing when a later one is written down.
-- An account that is ready again need not wait for its payouts.
create function public.record_host_account(
  p_account_id text, p_complete boolean, p_look bigint,
  p_event_id text default null, p_event_type text default null
) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      host uuid;
    begin
      if p_event_id is not null then
        perform public.note_webhook_event(p_event_id, p_event_type);
      end if;
      update public.host_account_looks set written = p_look
      from public.profiles
      where profiles.stripe_account_id = p_account_id
        and host_account_looks.host_id = profiles.id
        and host_account_looks.written < p_look
      returning profiles.id into host;
      if host is null then
        return;
      end if;
      update public.profiles set stripe_onboarding_complete = p_complete where id = host;
      if p_complete then
        update public.payouts set retry_at = null
        where host_id = host and status = 'scheduled' and retry_at is not null;
      end if;
    end
  $$;

-- As before; and nobody looks at the account of somebody who left.
create or replace function public.forget_bank_refusal() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      new.bank_refused_at := null;
      delete from public.host_account_looks where host_id = new.id;
      return new;
    end
  $$;

revoke execute on function public.begin_look_at_host_account, public.record_host_account
from public, anon, authenticated;
grant execute on function public.begin_look_at_host_account, public.record_host_account
to service_role;
