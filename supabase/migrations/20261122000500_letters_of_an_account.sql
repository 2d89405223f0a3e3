-- What a person wrote to the house or was written by it: part of the file they may ask for, and
-- erased with them. Letters know addresses alone, so only a proven one counts (p_email is null
-- otherwise).

-- The address of a person who has shown that its mailbox is theirs, by the link of a mail sent there;
-- null otherwise. Where a project confirms addresses without asking, whoever signs up with somebody
-- else's address has `email_confirmed_at`, too, and must not get at that person's letters.
create function public.proven_address(p_user_id uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select email from auth.users
    where id = p_user_id and confirmation_sent_at is not null
      and email_confirmed_at >= confirmation_sent_at
  $$;

-- Mails to a person: those that only an account brings about, and at a proven address all others.
create function public.mails_of(p_user_id uuid, p_email text) returns setof public.outgoing_mails
  language sql stable set search_path = ''
  as $$
    select outgoing_mails.* from public.outgoing_mails
    where lower(recipient) = lower(p_email)
      or lower(recipient) = (select lower(email) from auth.users where id = p_user_id)
        and template in (
          'booking-confirmed', 'new-booking', 'booking-cancelled', 'guest-cancelled', 'slot-gone')
  $$;

-- What of it goes into the file.
create function public.export_letters(p_user_id uuid, p_email text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'newsletter', (
        select jsonb_build_object('status', status, 'created_at', created_at,
          'confirmed_at', confirmed_at, 'unsubscribed_at', unsubscribed_at)
        from public.newsletter_subscriptions where email = lower(p_email)
      ),
      'contact_messages', (
        select coalesce(jsonb_agg(to_jsonb(messages) order by created_at), '[]')
        from public.contact_messages messages where lower(email) = lower(p_email)
      ),
      'job_applications', (
        select coalesce(jsonb_agg(
          to_jsonb(applications) - 'resume_path' order by created_at), '[]')
        from public.job_applications applications where lower(email) = lower(p_email)
      ),
      'mails_to_you', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', template, 'created_at', created_at, 'sent_at', sent_at) order by created_at), '[]')
        from public.mails_of(p_user_id, p_email)
      )
    )
  $$;

-- Removes it. Applications stay: whoever applied for a job and closes an account has not withdrawn
-- from it.
create function public.erase_letters(p_user_id uuid, p_email text) returns void
  language sql set search_path = ''
  as $$
    delete from public.newsletter_subscriptions where email = lower(p_email);
    delete from public.contact_messages where lower(email) = lower(p_email);
    delete from public.outgoing_mails
    where id in (select id from public.mails_of(p_user_id, p_email))
      or (template = 'contact-message' and lower(data ->> 'email') = lower(p_email));
  $$;

revoke execute on function
  public.proven_address, public.mails_of, public.export_letters, public.erase_letters
from public, anon, authenticated;

-- Whether the newsletter goes to the address of whoever asks.
create function public.my_newsletter() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.newsletter_subscriptions
      join auth.users on lower(users.email) = newsletter_subscriptions.email
      where users.id = (select auth.uid())
        and users.email_confirmed_at is not null
        and newsletter_subscriptions.status = 'confirmed'
    )
  $$;

-- Ends it, as the link in every letter does.
create function public.leave_my_newsletter() returns void
  language sql security definer set search_path = ''
  as $$
    update public.newsletter_subscriptions
    set status = 'unsubscribed', unsubscribed_at = now()
    from auth.users
    where lower(users.email) = newsletter_subscriptions.email
      and users.id = (select auth.uid())
      and users.email_confirmed_at is not null
      and newsletter_subscriptions.status <> 'unsubscribed';
    -- An old confirmation must not bring anybody back.
    delete from public.newsletter_tokens
    using public.newsletter_subscriptions, auth.users
    where newsletter_tokens.subscription_id = newsletter_subscriptions.id
      and lower(users.email) = newsletter_subscriptions.email
      and users.id = (select auth.uid())
      and users.email_confirmed_at is not null
      and newsletter_tokens.action = 'confirm';
  $$;

revoke execute on function public.my_newsletter, public.leave_my_newsletter
from public, anon, authenticated;
grant execute on function public.my_newsletter, public.leave_my_newsletter to authenticated;
