-- The outbox: a mail is a row, written in the transaction of what it tells of, and sent afterwards
-- by `send-mails`. So no mail tells of what was rolled back, and none is lost while the mail server
-- is away.

-- Good enough to hand to a mail server, and never two addresses or a header.
create function public.is_mail_address(address text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select length(address) <= 254
      and address ~ '^[^[:space:][:cntrl:]<>()",;:\\@]+@[^[:space:][:cntrl:]<>()",;:\\@]+$'
  $$;

create table public.outgoing_mails (
  id uuid primary key default gen_random_uuid(),
  -- A name of `supabase/functions/_shared/mail/templates`.
  template text not null,
  -- An address, or 'company' for whatever address the company has when it is sent.
  recipient text not null,
  -- What the mail says, as it was when it was written. Emptied once it is sent: it may hold links
  -- that act in the recipient's name.
  data jsonb not null default '{}',
  -- One mail per event, however often the event is told.
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  -- Not before this moment; moved ahead by every attempt.
  send_after timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  gave_up_at timestamptz,

  constraint outgoing_mails_dedupe_key_key unique (dedupe_key),
  constraint outgoing_mails_recipient_is_one_address
    check (recipient = 'company' or public.is_mail_address(recipient)),
  constraint outgoing_mails_end_one_way check (sent_at is null or gave_up_at is null)
);

create index outgoing_mails_waiting_idx on public.outgoing_mails (send_after)
  where sent_at is null and gave_up_at is null;
create index outgoing_mails_ended_idx on public.outgoing_mails (coalesce(sent_at, gave_up_at))
  where coalesce(sent_at, gave_up_at) is not null;

alter table public.outgoing_mails enable row level security;
revoke all on public.outgoing_mails from anon, authenticated;

-- Owes somebody a mail. Nobody is owed one at an address that is none: whatever the mail tells of
-- must not fail for it.
create function public.queue_mail(
  p_template text, p_recipient text, p_data jsonb, p_dedupe_key text
) returns void
  language sql security definer set search_path = ''
  as $$
    insert into public.outgoing_mails (template, recipient, data, dedupe_key)
    select p_template, p_recipient, p_data, p_dedupe_key
    where p_recipient = 'company' or public.is_mail_address(p_recipient)
    on conflict (dedupe_key) do nothing
  $$;

-- Takes mails that are due for one attempt. Several senders never take the same; one that dies
-- leaves them due again after 10 s, 20 s, 40 s …, an hour at most, though not before it can have
-- finished. Mails that were sent, or given up, are forgotten after 30 days.
create function public.claim_mails(p_limit integer default 20)
  returns setof public.outgoing_mails
  language plpgsql security definer set search_path = ''
  as $$
    begin
      delete from public.outgoing_mails where id in (
        select id from public.outgoing_mails
        where coalesce(sent_at, gave_up_at) < now() - interval '30 days'
        limit 100 for update skip locked
      );
      return query
        update public.outgoing_mails
        set attempts = attempts + 1,
          send_after = now() + greatest(interval '2 minutes', public.mail_pause(attempts + 1))
        where id in (
          select id from public.outgoing_mails
          where sent_at is null and gave_up_at is null and send_after <= now()
          order by send_after
          limit p_limit
          for update skip locked
        )
        returning *;
    end
  $$;

-- How long after its nth attempt a mail rests.
create function public.mail_pause(attempt integer) returns interval
  language sql immutable set search_path = ''
  as $$
    select least(interval '10 seconds' * power(2, least(attempt, 12) - 1), interval '1 hour')
  $$;

create function public.record_mail_sent(p_id uuid) returns void
  language sql security definer set search_path = ''
  as $$
    update public.outgoing_mails set sent_at = now(), data = '{}', last_error = null
    where id = p_id and sent_at is null
  $$;

-- The attempt came to nothing. p_final: trying again is no use. After 40 attempts, about a day and
-- a half, it is no use either; the row then stays for 30 days for somebody to look at.
create function public.record_mail_failure(p_id uuid, p_error text, p_final boolean) returns void
  language sql security definer set search_path = ''
  as $$
    update public.outgoing_mails
    set last_error = left(p_error, 500),
      send_after = now() + public.mail_pause(attempts),
      gave_up_at = case when p_final or attempts >= 40 then now() end
    where id = p_id and sent_at is null
  $$;

revoke execute on function
  public.queue_mail, public.claim_mails, public.mail_pause,
  public.record_mail_sent, public.record_mail_failure
from public, anon, authenticated;
grant execute on function
  public.queue_mail, public.claim_mails, public.record_mail_sent, public.record_mail_failure
to service_role;
