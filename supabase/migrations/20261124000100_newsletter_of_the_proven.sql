-- Whether an address reads the newsletter, and the way off it, are for whoever has shown that it is
-- theirs: where addresses count as confirmed without asking, anybody may have one in their account.

create or replace function public.my_newsletter() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.newsletter_subscriptions
      where email = lower(public.proven_address((select auth.uid()))) and status = 'confirmed'
    )
  $$;

create or replace function public.leave_my_newsletter() returns void
  language sql security definer set search_path = ''
  as $$
    update public.newsletter_subscriptions
    set status = 'unsubscribed', unsubscribed_at = now()
    where email = lower(public.proven_address((select auth.uid()))) and status <> 'unsubscribed';
    -- An old confirmation must not bring anybody back.
    delete from public.newsletter_tokens
    using public.newsletter_subscriptions
    where newsletter_tokens.subscription_id = newsletter_subscriptions.id
      and newsletter_subscriptions.email = lower(public.proven_address((select auth.uid())))
      and newsletter_tokens.action = 'confirm';
  $$;
