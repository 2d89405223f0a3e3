-- The mails of the accounts service: its Send Email hook (`[auth.hook.send_email]` in config.toml)
-- writes them down in the transaction that brings them about, like every other mail.

-- Whoever waits for a code waits with the page open, so the outbox is told at once that something
-- is in it (`wakeOn` in jobs.json). Otherwise as before.
create or replace function public.queue_mail(
  p_template text, p_recipient text, p_data jsonb, p_dedupe_key text
) returns void
  language sql security definer set search_path = ''
  as $$
    with queued as (
      insert into public.outgoing_mails (template, recipient, data, dedupe_key)
      select p_template, p_recipient, p_data, p_dedupe_key
      where p_recipient = 'company' or public.is_mail_address(p_recipient)
      on conflict (dedupe_key) do nothing
      returning 1
    )
    select pg_notify('mails_waiting', '') from queued
  $$;

-- One mail of an account. Its key names the account: by that the account knows its mails again,
-- whatever address they went to. A signal told twice in one transaction is one mail.
create function public.queue_account_mail(
  p_user_id uuid, p_template text, p_recipient text, p_data jsonb
) returns void
  language sql security definer set search_path = ''
  as $$
    select public.queue_mail(
      p_template, p_recipient,
      jsonb_strip_nulls(p_data || jsonb_build_object('at', now())),
      format('account:%s:%s:%s', p_user_id, p_template, md5(now()::text || p_data::text)))
  $$;

-- The hook: `event` is {user, email_data} as Supabase sends it. A mail is written in the template
-- that the action names: `account-magiclink`, `account-password-changed` …; a change of address is
-- two mails, or one where only the new address is asked. By Supabase's naming `token_hash_new`
-- belongs to the old address, beside `token`, and `token_hash` to the new one, beside `token_new`.
create function public.send_auth_mail(event jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
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
          -- Told to whoever has the old mailbox: it may be them who did not want it.
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

revoke execute on function public.queue_account_mail, public.send_auth_mail
from public, anon, authenticated, service_role;

-- Whom the hook is called by: here the owner, on Supabase a role of its own.
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function public.send_auth_mail to supabase_auth_admin;
  end if;
end
$$;

-- Mails to a person: those that only an account brings about, and at a proven address all others.
create or replace function public.mails_of(p_user_id uuid, p_email text)
  returns setof public.outgoing_mails
  language sql stable set search_path = ''
  as $$
    select outgoing_mails.* from public.outgoing_mails
    where lower(recipient) = lower(p_email)
      or lower(recipient) = (select lower(email) from auth.users where id = p_user_id)
        and template in (
          'booking-confirmed', 'new-booking', 'booking-cancelled', 'guest-cancelled', 'slot-gone')
      or starts_with(dedupe_key, format('account:%s:', p_user_id))
  $$;
