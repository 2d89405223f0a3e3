-- What has become of a subscription, for whoever holds one of its letters: a page that is opened
-- again says it instead of asking anew. Raises link_expired.
create function public.look_at_newsletter(p_token text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
    declare
      reached text;
    begin
      select subscriptions.status into reached
      from public.newsletter_tokens
      join public.newsletter_subscriptions subscriptions on subscriptions.id = subscription_id
      where token_hash = sha256(convert_to(p_token, 'UTF8'))
        and (expires_at is null or expires_at > now());
      if not found then
        raise exception using errcode = 'PT410', detail = 'link_expired',
          message = 'This link is no longer valid. Please subscribe once more';
      end if;
      return reached;
    end
  $$;

revoke execute on function public.look_at_newsletter from public, anon, authenticated;
grant execute on function public.look_at_newsletter to service_role;
