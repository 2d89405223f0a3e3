-- The newsletter, by double opt-in: nobody is on the list who did not say so from their mailbox.

create table public.newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  -- Lower case.
  email text not null,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,

  constraint newsletter_subscriptions_email_key unique (email),
  constraint newsletter_subscriptions_email_is_address
    check (public.is_mail_address(email) and email = lower(email)),
  constraint newsletter_subscriptions_status_known
    check (status in ('pending', 'confirmed', 'unsubscribed'))
);

alter table public.newsletter_subscriptions enable row level security;
revoke all on public.newsletter_subscriptions from anon, authenticated;

-- Every letter carries tokens of its own; here they are hashed, so that reading this table
-- subscribes and unsubscribes nobody.
create table public.newsletter_tokens (
  token_hash bytea primary key,
  subscription_id uuid not null
    references public.newsletter_subscriptions (id) on delete cascade,
  action text not null,
  -- Null: for good, as an old letter must still lead out.
  expires_at timestamptz,

  constraint newsletter_tokens_action_known check (action in ('confirm', 'unsubscribe'))
);

create index newsletter_tokens_subscription_id_idx on public.newsletter_tokens (subscription_id);

alter table public.newsletter_tokens enable row level security;
revoke all on public.newsletter_tokens from anon, authenticated;

-- A new token, which exists in clear in this answer alone.
create function public.issue_newsletter_token(
  p_subscription_id uuid, p_action text, p_expires_at timestamptz default null
) returns text
  language plpgsql security definer set search_path = ''
  as $$
    declare
      token text := encode(extensions.gen_random_bytes(24), 'hex');
    begin
      insert into public.newsletter_tokens (token_hash, subscription_id, action, expires_at)
      values (sha256(convert_to(token, 'UTF8')), p_subscription_id, p_action, p_expires_at);
      return token;
    end
  $$;

-- Owes a letter of the newsletter, with the way out that every letter has.
create function public.queue_newsletter_mail(
  p_template text, p_subscription_id uuid, p_data jsonb, p_dedupe_key text
) returns void
  language sql security definer set search_path = ''
  as $$
    select public.queue_mail(
      p_template, email,
      p_data || jsonb_build_object(
        'unsubscribe_token', public.issue_newsletter_token(id, 'unsubscribe')),
      p_dedupe_key)
    from public.newsletter_subscriptions where id = p_subscription_id
  $$;

-- Asks an address whether it wants the newsletter. The caller learns nothing of who is on the list,
-- and cannot fill a mailbox: it gets five questions in two days, and one reminder a day.
create function public.subscribe_newsletter(p_email text, p_caller text default null) returns void
  language plpgsql security definer set search_path = ''
  as $$
    declare
      subscription public.newsletter_subscriptions;
      deadline timestamptz := now() + interval '2 days';
    begin
      perform public.count_request('newsletter', p_caller, p_email);
      -- What nobody confirmed is not kept.
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
          'newsletter-already', subscription.id, '{}', 'newsletter-already:' || subscription.id || ':' || current_date);
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

-- What a letter's link does, safe to repeat. Returns the subscription's status. Raises link_expired.
create function public.answer_newsletter(p_token text, p_action text) returns text
  language plpgsql security definer set search_path = ''
  as $$
    declare
      subscription public.newsletter_subscriptions;
    begin
      -- Whoever may confirm may decline as well.
      select subscriptions.* into subscription
      from public.newsletter_tokens
      join public.newsletter_subscriptions subscriptions on subscriptions.id = subscription_id
      where token_hash = sha256(convert_to(p_token, 'UTF8'))
        and (action = p_action or p_action = 'unsubscribe')
        and (expires_at is null or expires_at > now())
      for update of subscriptions;
      if not found then
        raise exception using errcode = 'PT410', detail = 'link_expired',
          message = 'This link is no longer valid. Please subscribe once more';
      end if;

      if p_action = 'unsubscribe' then
        update public.newsletter_subscriptions
        set status = 'unsubscribed', unsubscribed_at = now()
        where id = subscription.id and status <> 'unsubscribed';
        -- An old confirmation must not bring anybody back.
        delete from public.newsletter_tokens
        where subscription_id = subscription.id and action = 'confirm';
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

revoke execute on function
  public.issue_newsletter_token, public.queue_newsletter_mail,
  public.subscribe_newsletter, public.answer_newsletter
from public, anon, authenticated;
grant execute on function
  public.queue_newsletter_mail, public.subscribe_newsletter, public.answer_newsletter
to service_role;
