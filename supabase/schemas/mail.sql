-- The outbox of emails. A rollback also removes the emails that the transaction has queued. Account
-- emails, such as sign-in codes, have their own queue and job, so that other emails never delay
-- them.

create table public.outgoing_mails (
  id uuid primary key default gen_random_uuid(),
  -- Name of an email template in `supabase/functions/_shared/mail/templates`.
  template text not null,
  queue text not null generated always as (
    case when starts_with(template, 'account-') then 'account' else 'general' end) stored,
  -- The recipient's email address, or 'company' for the address of Hourspace.
  recipient text not null,
  user_id uuid references public.profiles (id) on delete set null,
  -- Data for the template. Erased after sending, because it can contain links that grant access to
  -- an account. Booking emails keep it, so that an admin can send them again.
  data jsonb not null default '{}',
  booking_id uuid generated always as ((data ->> 'booking_id')::uuid) stored,
  resend_of uuid references public.outgoing_mails (id) on delete set null,
  -- Identifies the event that the email reports, so that a repeated event sends no second email.
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  send_after timestamptz not null default now(),
  -- Time after which the email is useless and no longer sent.
  expires_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- Whether the last attempt failed because the mail server refused the recipient temporarily, for
  -- example because of a full mailbox.
  recipient_refused boolean not null default false,
  sent_at timestamptz,
  abandoned_at timestamptz,

  constraint outgoing_mails_dedupe_key_key unique (dedupe_key),
  constraint outgoing_mails_recipient_is_one_address
    check (recipient = 'company' or public.is_email_address(recipient)),
  constraint outgoing_mails_sent_or_abandoned check (sent_at is null or abandoned_at is null)
);

create index outgoing_mails_pending_idx on public.outgoing_mails (queue, send_after)
  where sent_at is null and abandoned_at is null;
create index outgoing_mails_finished_idx on public.outgoing_mails (coalesce(sent_at, abandoned_at))
  where coalesce(sent_at, abandoned_at) is not null;
create index outgoing_mails_booking_id_idx on public.outgoing_mails (booking_id)
  where booking_id is not null;
create index outgoing_mails_resend_of_idx on public.outgoing_mails (resend_of)
  where resend_of is not null;
create index outgoing_mails_user_id_idx on public.outgoing_mails (user_id) where user_id is not null;

alter table public.outgoing_mails enable row level security;
revoke all on public.outgoing_mails from anon, authenticated;

-- Queues an email. Ignores an invalid recipient, because an error would roll back the caller's
-- transaction. An account email starts its job by NOTIFY (`wakeOn` in jobs.json). Other emails wait
-- for the next run of their job, because NOTIFY makes commits wait for each other:
-- https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/commands/async.c
create function public.queue_mail(
  p_template text, p_recipient text, p_data jsonb, p_dedupe_key text,
  p_user_id uuid default null, p_send_after timestamptz default now()
) returns void
  language sql security definer set search_path = '' as $$
    with queued as (
      insert into public.outgoing_mails (template, recipient, data, dedupe_key, user_id, send_after)
      select p_template, p_recipient, p_data, p_dedupe_key, p_user_id, p_send_after
      where p_recipient = 'company' or public.is_email_address(p_recipient)
      on conflict (dedupe_key) do nothing
      returning queue
    )
    select pg_notify('account_mail_queued', '') from queued where queue = 'account'
  $$;

-- Claims due emails of one queue for sending. Emails claimed by a sender that crashed become due
-- again. Claims all payout emails to one recipient together, because the sender merges them.
-- Updates the street address, the arrival notes and the calendar entry, which may have changed
-- since the email was queued. Deletes sent and abandoned emails after 30 days, except those about
-- calendar conflicts of bookings that have not ended.
create function public.claim_mails(p_limit integer default 20, p_queue text default 'general')
  returns setof public.outgoing_mails
  language plpgsql security definer set search_path = '' as $$
    begin
      delete from public.outgoing_mails where id in (
        select id from public.outgoing_mails
        where coalesce(sent_at, abandoned_at) < now() - interval '30 days'
          -- Keeps an email about a calendar conflict until the booking ends. Otherwise the next
          -- check of the calendar would queue the email again.
          and (template = 'calendar-conflict' and (data ->> 'ends_at')::timestamptz > now())
            is not true
        limit 100 for update skip locked
      );
      update public.outgoing_mails set abandoned_at = now(), last_error = 'expired'
      where queue = p_queue and sent_at is null and abandoned_at is null
        and send_after <= now() and expires_at <= now();
      return query
        with due as (
          select id, template, recipient from public.outgoing_mails
          where queue = p_queue and sent_at is null and abandoned_at is null
            and send_after <= now()
          order by send_after
          limit p_limit
          for update skip locked
        ),
        merged as (
          select id from public.outgoing_mails mails
          where template = 'payout-sent' and sent_at is null and abandoned_at is null
            and attempts = 0 and exists (
              select from due
              where due.template = mails.template and due.recipient = mails.recipient)
          limit 500
          for update skip locked
        )
        update public.outgoing_mails
        set attempts = attempts + 1,
          send_after = now() + greatest(
            interval '2 minutes', public.retry_delay(attempts + 1, '10 seconds', '1 hour')),
          data = data || case when data ? 'calendar'
            then jsonb_build_object('calendar', public.booking_calendar_entry(booking_id))
            else '{}' end || case when data ? 'street_address'
            then public.arrival_mail_data(booking_id, greatest(now(), case
              -- Uses the start of the booking, at which guests can read the arrival notes, so that
              -- an email with arrival notes keeps them.
              when data ->> 'arrival_notes' is not null then (data ->> 'starts_at')::timestamptz
            end))
            else '{}' end
        where id in (select id from due union select id from merged)
        returning *;
    end
  $$;

create function public.record_mail_sent(p_id uuid) returns void
  language sql security definer set search_path = '' as $$
    update public.outgoing_mails
    set sent_at = now(), last_error = null, data = case when booking_id is null then '{}' else data end
    where id = p_id and sent_at is null
  $$;

-- Schedules a retry of an email, or abandons it if p_final is true or after 40 attempts.
create function public.record_mail_failure(
  p_id uuid, p_error text, p_final boolean, p_recipient_refused boolean default false
) returns void
  language sql security definer set search_path = '' as $$
    update public.outgoing_mails
    set last_error = left(p_error, 500),
      recipient_refused = p_recipient_refused,
      send_after = now() + public.retry_delay(attempts, '10 seconds', '1 hour'),
      abandoned_at = case when p_final or attempts >= 40 then now() end
    where id = p_id and sent_at is null
  $$;

-- Deletes the confirmation of an account deletion once it was sent or abandoned, because the email
-- address of a deleted account must not be kept.
create function public.delete_finished_mail() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      delete from public.outgoing_mails where id = new.id;
      return null;
    end
  $$;

revoke execute on function public.delete_finished_mail from public, anon, authenticated;

create trigger delete_finished_mail
  after update of sent_at, abandoned_at on public.outgoing_mails
  for each row when (
    new.template = 'account-deleted' and coalesce(new.sent_at, new.abandoned_at) is not null)
  execute function public.delete_finished_mail();

-- Returns why an email cannot be sent again: mail_pending, mail_erased or mail_expired. Returns
-- null if it can be sent again.
create function public.resend_refusal(mail public.outgoing_mails) returns text
  language sql stable set search_path = '' as $$
    select case
      when mail.sent_at is null and mail.abandoned_at is null or exists (
        select from public.outgoing_mails as resent
        where resent.resend_of = mail.id and resent.sent_at is null and resent.abandoned_at is null)
        then 'mail_pending'
      when mail.data - 'booking_id' = '{}' then 'mail_erased'
      -- Codes and links in account emails are valid for an hour at most.
      when mail.expires_at <= now() or mail.data ? 'token_hash' then 'mail_expired'
    end
  $$;

revoke execute on function public.resend_refusal from public, anon, authenticated;
revoke execute on function
  public.queue_mail, public.claim_mails, public.record_mail_sent, public.record_mail_failure
from public, anon, authenticated;
grant execute on function
  public.queue_mail, public.claim_mails, public.record_mail_sent, public.record_mail_failure
to service_role;

create function public.email_of_user(p_user_id uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select email from auth.users where id = p_user_id $$;

-- Queues an account email. mails_to_user finds it by the user id in its dedupe key.
create function public.queue_account_mail(
  p_user_id uuid, p_template text, p_recipient text, p_data jsonb
) returns void
  language sql security definer set search_path = '' as $$
    select public.queue_mail(
      p_template, p_recipient,
      jsonb_strip_nulls(p_data || jsonb_build_object('at', now())),
      format('account:%s:%s:%s', p_user_id, p_template, md5(now()::text || p_data::text)))
  $$;

-- Supabase's Send Email hook (config.toml). Queues the email of an auth event with the template
-- `account-<action>`. For an email change, Supabase's names are misleading: `token_hash_new` and
-- `token` belong to the current address, `token_hash` and `token_new` to the new address.
-- https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook
create function public.send_auth_mail(event jsonb) returns jsonb
  language plpgsql security definer set search_path = '' as $$
    declare
      account jsonb := event -> 'user';
      mail jsonb := event -> 'email_data';
      user_id uuid := account ->> 'id';
      action text := mail ->> 'email_action_type';
      facts jsonb := jsonb_build_object(
        'email', account ->> 'email',
        'new_email', account ->> 'new_email',
        'old_email', mail ->> 'old_email',
        'redirect_to', mail ->> 'redirect_to',
        'provider', mail ->> 'provider',
        'factor_type', mail ->> 'factor_type',
        'device', mail ->> 'device',
        'ip_address', mail ->> 'ip_address');
      first_code jsonb := jsonb_build_object(
        'code', mail ->> 'token', 'token_hash', mail ->> 'token_hash');
    begin
      if action <> 'email_change' then
        perform public.queue_account_mail(
          user_id,
          'account-' || replace(replace(action, '_notification', ''), '_', '-'),
          -- Sends this email to the old address, so that the account owner notices a change made by
          -- an attacker.
          coalesce(case action when 'email_changed_notification' then mail ->> 'old_email' end,
            account ->> 'email'),
          facts || first_code);
      elsif coalesce(mail ->> 'token_hash_new', '') = '' then
        perform public.queue_account_mail(
          user_id, 'account-email-change-new', account ->> 'new_email', facts || first_code);
      else
        perform public.queue_account_mail(
          user_id, 'account-email-change-current', account ->> 'email',
          facts || jsonb_build_object(
            'code', mail ->> 'token', 'token_hash', mail ->> 'token_hash_new'));
        perform public.queue_account_mail(
          user_id, 'account-email-change-new', account ->> 'new_email',
          facts || jsonb_build_object(
            'code', mail ->> 'token_new', 'token_hash', mail ->> 'token_hash'));
      end if;
      return '{}';
    end
  $$;

revoke execute on function public.email_of_user from public, anon, authenticated;
revoke execute on function public.queue_account_mail, public.send_auth_mail
from public, anon, authenticated, service_role;

-- Hosted Supabase calls the Send Email hook as supabase_auth_admin. The server in backend/ calls it
-- as the database owner.
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function public.send_auth_mail to supabase_auth_admin;
  end if;
end
$$;
