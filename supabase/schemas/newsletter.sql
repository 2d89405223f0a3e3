create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,

  constraint newsletter_subscriptions_email_key unique (email),
  constraint newsletter_subscriptions_email_is_address
    check (public.is_email_address(email) and email = lower(email)),
  constraint newsletter_subscriptions_status_known
    check (status in ('pending', 'confirmed', 'unsubscribed'))
);

create index newsletter_subscriptions_confirmed_idx
  on public.newsletter_subscriptions (confirmed_at, id) where (status = 'confirmed');

alter table public.newsletter_subscriptions enable row level security;

create policy "admins read the subscribers of the newsletter" on public.newsletter_subscriptions
  for select to authenticated using (status = 'confirmed' and (select public.is_admin()));

revoke all on public.newsletter_subscriptions from anon, authenticated;
grant select (id, email, status, confirmed_at) on public.newsletter_subscriptions to authenticated;

-- Hashed tokens of the links in newsletter emails.
create table public.newsletter_tokens (
  token_hash bytea primary key,
  subscription_id uuid not null
    references public.newsletter_subscriptions (id) on delete cascade,
  action text not null,
  -- `expires_at` is null for unsubscribe links, which never expire.
  expires_at timestamptz,

  constraint newsletter_tokens_action_known check (action in ('confirm', 'unsubscribe'))
);

create index newsletter_tokens_subscription_id_idx on public.newsletter_tokens (subscription_id);

alter table public.newsletter_tokens enable row level security;
revoke all on public.newsletter_tokens from anon, authenticated;

create function public.issue_newsletter_token(
  p_subscription_id uuid, p_action text, p_expires_at timestamptz default null
) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      token text := encode(extensions.gen_random_bytes(24), 'hex');
    begin
      insert into public.newsletter_tokens (token_hash, subscription_id, action, expires_at)
      values (sha256(convert_to(token, 'UTF8')), p_subscription_id, p_action, p_expires_at);
      return token;
    end
  $$;

create function public.queue_newsletter_mail(
  p_template text, p_subscription_id uuid, p_data jsonb, p_dedupe_key text
) returns void
  language sql security definer set search_path = '' as $$
    select public.queue_mail(
      p_template, email,
      p_data || jsonb_build_object(
        'unsubscribe_token', public.issue_newsletter_token(id, 'unsubscribe')),
      p_dedupe_key)
    from public.newsletter_subscriptions where id = p_subscription_id
  $$;

-- Emails a confirmation link to an address, or a reminder if the address is already subscribed. The
-- response is the same in both cases. An address gets at most five confirmation emails in two days,
-- or one reminder a day.
create function public.subscribe_newsletter(p_email text, p_caller text default null) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      subscription public.newsletter_subscriptions;
      deadline timestamptz := now() + interval '2 days';
    begin
      perform public.enforce_request_limit('newsletter', p_caller, p_email);
      delete from public.newsletter_subscriptions where id in (
        select id from public.newsletter_subscriptions subscriptions
        where status = 'pending' and created_at < now() - interval '2 days'
          and not exists (
            select from public.newsletter_tokens
            where subscription_id = subscriptions.id and expires_at > now()
          )
        limit 100 for update skip locked
      );
      insert into public.newsletter_subscriptions as known (email) values (lower(p_email))
      on conflict (email) do update set
        status = case known.status when 'confirmed' then 'confirmed' else 'pending' end
      returning * into subscription;
      if subscription.status = 'confirmed' then
        perform public.queue_newsletter_mail(
          'newsletter-already', subscription.id, '{}',
          'newsletter-already:' || subscription.id || ':' || current_date);
      elsif (
        select count(*) from public.newsletter_tokens
        where subscription_id = subscription.id and action = 'confirm' and expires_at > now()
      ) < 5 then
        perform public.queue_newsletter_mail(
          'newsletter-confirmation', subscription.id,
          jsonb_build_object(
            'confirm_token', public.issue_newsletter_token(subscription.id, 'confirm', deadline)),
          'newsletter-confirmation:' || gen_random_uuid());
      end if;
    end
  $$;

-- Confirms or ends the newsletter subscription of a token, or only returns its status (p_action
-- `status`). Returns `gone` for the unsubscribe link of a deleted subscription. Idempotent. Raises
-- link_expired.
create function public.use_newsletter_token(p_token text, p_action text) returns text
  language plpgsql security definer set search_path = '' as $$
    declare
      subscription public.newsletter_subscriptions;
    begin
      select subscriptions.* into subscription
      from public.newsletter_tokens
      join public.newsletter_subscriptions subscriptions on subscriptions.id = subscription_id
      where token_hash = sha256(convert_to(p_token, 'UTF8'))
        and (p_action <> 'confirm' or action = 'confirm')
        and (expires_at is null or expires_at > now() or p_action = 'unsubscribe')
      for update of subscriptions;
      -- The subscription of this link was deleted. If the address has subscribed again, the emails
      -- of the new subscription contain other links.
      if not found and p_action = 'unsubscribe' then return 'gone'; end if;
      if not found then
        raise exception using errcode = 'PT410', detail = 'link_expired',
          message = 'This link is no longer valid. Please subscribe again';
      end if;

      if p_action = 'status' then return subscription.status; end if;
      if p_action = 'unsubscribe' then
        perform public.end_newsletter_subscription(subscription.email);
        return 'unsubscribed';
      end if;
      if subscription.status = 'pending' then
        update public.newsletter_subscriptions
        set status = 'confirmed', confirmed_at = now(), unsubscribed_at = null
        where id = subscription.id;
        perform public.queue_newsletter_mail(
          'newsletter-welcome', subscription.id, '{}', 'newsletter-welcome:' || gen_random_uuid());
      end if;
      return 'confirmed';
    end
  $$;

create function public.end_newsletter_subscription(p_email text) returns void
  language sql set search_path = '' as $$
    update public.newsletter_subscriptions
    set status = 'unsubscribed', unsubscribed_at = now()
    where email = p_email and status <> 'unsubscribed';
    -- Deletes the address's older confirmation tokens, because their links would subscribe it
    -- again.
    delete from public.newsletter_tokens
    where action = 'confirm' and subscription_id = (
      select id from public.newsletter_subscriptions where email = p_email);
  $$;

-- Returns true if the caller's verified email is subscribed to the newsletter. Ignores an
-- unverified email.
create function public.is_newsletter_subscriber() returns boolean
  language sql stable security definer set search_path = '' as $$
    select exists (
      select from public.newsletter_subscriptions
      where email = lower(public.verified_email((select auth.uid()))) and status = 'confirmed'
    )
  $$;

create function public.unsubscribe_from_newsletter() returns void
  language sql security definer set search_path = '' as $$
    select public.require_aal();
    select public.end_newsletter_subscription(lower(public.verified_email((select auth.uid()))))
  $$;

revoke execute on function
  public.issue_newsletter_token, public.queue_newsletter_mail, public.subscribe_newsletter,
  public.use_newsletter_token, public.end_newsletter_subscription,
  public.is_newsletter_subscriber, public.unsubscribe_from_newsletter
from public, anon, authenticated;
grant execute on function
  public.queue_newsletter_mail, public.subscribe_newsletter, public.use_newsletter_token
to service_role;
grant execute on function public.is_newsletter_subscriber, public.unsubscribe_from_newsletter
to authenticated;
