-- A company proves addresses of its own domains and no others: its word for a stranger's would hand out
-- that stranger's letters. Otherwise as before.

create or replace function public.proven_address(p_user_id uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select email from auth.users
    where id = p_user_id and email_confirmed_at is not null and (
      email_confirmed_at >= confirmation_sent_at
      or exists (
        select from auth.identities
        where identities.user_id = users.id and identities.provider not in ('email', 'phone')
          and identities.email = lower(users.email)
          and identities.identity_data ->> 'email_verified' = 'true'
          and (not starts_with(identities.provider, 'sso:') or exists (
            select from auth.sso_domains
            where 'sso:' || sso_domains.sso_provider_id::text = identities.provider
              and lower(sso_domains.domain) = split_part(identities.email, '@', 2)
          ))
      )
    )
  $$;
