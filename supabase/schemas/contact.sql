-- Counters for rate limits. `subject` is a hash of the limited action and its IP address, email,
-- user or session. `since` is the start of the current time window.
create table public.request_counts (
  subject text primary key,
  since timestamptz not null default now(),
  requests integer not null default 1
);

create index request_counts_since_idx on public.request_counts (since);

alter table public.request_counts enable row level security;
revoke all on public.request_counts from anon, authenticated;

-- Counts a form submission against the rate limits of its IP address and of its email. Raises
-- too_many_requests.
create function public.enforce_request_limit(p_kind text, p_caller text, p_mailbox text)
  returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      -- The limit per IP address is higher, because all users of an office may share one address.
      most_per_caller constant integer := 20;
      most_per_mailbox constant integer := 5;
      counted record;
    begin
      delete from public.request_counts where subject in (
        select subject from public.request_counts
        where since <= now() - interval '1 hour'
        limit 100 for update skip locked
      );
      for counted in
        -- Sorts the keys, so that concurrent requests lock the rows in the same order and cannot
        -- deadlock.
        select fingerprint, most from (
          select encode(sha256(convert_to(p_kind || ' mailbox ' || lower(p_mailbox), 'UTF8')), 'hex')
            as fingerprint, most_per_mailbox as most
          union all
          select encode(sha256(convert_to(p_kind || ' caller ' || p_caller, 'UTF8')), 'hex'),
            most_per_caller
          where p_caller is not null
        ) as subjects
        order by fingerprint
      loop
        insert into public.request_counts as counts (subject) values (counted.fingerprint)
        on conflict (subject) do update set
          requests = case when counts.since <= now() - interval '1 hour' then 1
            else counts.requests + 1 end,
          since = case when counts.since <= now() - interval '1 hour' then now()
            else counts.since end;
        if counted.most < (
          select requests from public.request_counts where subject = counted.fingerprint
        ) then
          raise exception using errcode = 'PT429', detail = 'too_many_requests',
            message = 'Too many requests. Please try again in an hour';
        end if;
      end loop;
    end
  $$;

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  -- State in the admin inbox: new, answered or closed.
  state text not null default 'new',
  created_at timestamptz not null default now(),

  constraint contact_messages_name_length check (length(name) between 1 and 120),
  constraint contact_messages_email_is_address check (public.is_email_address(email)),
  constraint contact_messages_subject_known
    check (subject in ('general', 'support', 'billing', 'partnership')),
  constraint contact_messages_message_length check (length(message) between 1 and 5000),
  constraint contact_messages_state_known check (state in ('new', 'answered', 'closed'))
);

create index contact_messages_created_at_idx on public.contact_messages (created_at desc);
create index contact_messages_state_idx on public.contact_messages (state, created_at desc);

alter table public.contact_messages enable row level security;

create policy "admins read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_admin()));

revoke all on public.contact_messages from anon, authenticated;
grant select on public.contact_messages to authenticated;

create function public.receive_contact_message(
  p_name text, p_email text, p_subject text, p_message text, p_caller text default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      received public.contact_messages;
    begin
      perform public.enforce_request_limit('contact', p_caller, p_email);
      insert into public.contact_messages (name, email, subject, message)
      values (p_name, p_email, p_subject, p_message)
      returning * into received;
      perform public.queue_mail(
        'contact-message', 'company', to_jsonb(received), 'contact-message:' || received.id);
      perform public.queue_mail(
        'contact-received', received.email, to_jsonb(received), 'contact-received:' || received.id);
    end
  $$;

revoke execute on function public.enforce_request_limit, public.receive_contact_message
from public, anon, authenticated;
grant execute on function public.receive_contact_message to service_role;
