-- An address is proven, too, by a provider or a company that has verified it and that its person signs
-- in with: as the sign-in service has it where it links accounts. Otherwise as before.

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
      )
    )
  $$;
